import { existsSync } from 'node:fs'
import path from 'node:path'
import { run, step } from './project.mjs'

/** Without a window it takes two thirds of the processor time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @param {string} name */
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
  /** @param {...string} args */
  const succeeds = async (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args]
    const { status } = await run(command, rest, { env }).catch(() => ({ status: 1 }))
    return status === 0
  }
  /** @param {string} name */
  const installs = (name) => succeeds('install', '--yes', '--no-install-recommends', name)
  // Older releases have only the whole browser.
  return (await succeeds('update')) && ((await installs(shell)) || (await installs('chromium')))
}
