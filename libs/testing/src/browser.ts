import { existsSync } from 'node:fs'
import path from 'node:path'

const NAMES = [
  // Without a window it takes two thirds of the processor time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * How to start the system's Chromium (`CHROMIUM` names another), for playwright-core's `chromium.launch`. Undefined if
 * there is none: browser tests are then skipped, except in CI (`CI` is set), where that is an error.
 */
export function findChromium(): { executablePath: string; args: string[] } | undefined {
  const found = (process.env.PATH ?? '')
    .split(':')
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
    .find((file) => path.isAbsolute(file) && existsSync(file))
  const executablePath = process.env.CHROMIUM || found
  if (executablePath === undefined) {
    if (process.env.CI) throw new Error('no Chromium: install it or name one in CHROMIUM')
    return undefined
  }
  // Chromium's own sandbox refuses to run as root; only the project's pages are shown here.
  return { executablePath, args: ['--no-sandbox', '--disable-background-networking'] }
}
