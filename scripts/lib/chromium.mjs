import { existsSync } from 'node:fs'
import path from 'node:path'
import { run, step } from './project.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const packages = ['install', '--yes', '--no-install-recommends', 'chromium']

const onPath = (name) => process.env.PATH?.split(':').some((folder) => existsSync(path.join(folder, name)))

/**
 * Installs Debian's Chromium for the browser tests if there is none and this user may install packages; otherwise says
 * what to type. No npm package contains a browser.
 */
export async function ensureChromium() {
  if (process.env.CHROMIUM || names.some(onPath)) return
  if (onPath('apt-get') && (await step('Installing Chromium', install))) return
  console.error('  The browser tests need Chromium: apt-get install chromium, or name one in CHROMIUM')
}

async function install() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [['update'], packages]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args]
    const { status } = await run(command, rest, { env }).catch(() => ({ status: 1 }))
    if (status !== 0) return false
  }
  return true
}
