import path from 'node:path'
import { root } from './project.mjs'

/** Files are relative to where npm was called. */
const folder = process.env.INIT_CWD ?? process.cwd()

/**
 * The folder that `--uploads FOLDER` or `--uploads=FOLDER` names.
 *
 * @param {readonly string[]} words
 */
function uploadsIn(words) {
  const at = words.findIndex((word) => word === '--uploads' || word.startsWith('--uploads='))
  if (at < 0) return undefined
  const named = words[at]?.includes('=') ? words[at]?.slice('--uploads='.length) : words[at + 1]
  return named === undefined ? undefined : path.resolve(folder, named)
}

/**
 * Runs a command that moves the forum in or out, on the databases of the forum and the gateway. Sets the exit status.
 *
 * @param {'import' | 'export'} command
 */
export async function runMovingCommand(command) {
  try {
    const { build } = await import('./build.mjs')
    const words = process.argv.slice(2)
    const uploads = uploadsIn(words)
    /** @type {('forum' | 'gateway' | 'media')[]} */
    const services = uploads === undefined ? ['forum', 'gateway'] : ['forum', 'gateway', 'media']
    await build({ projects: services.map((service) => `services/${service}`) })
    const { picturesOf, withDatabases } = await import('@agora/suite/instance-data')
    const { startMoving } = await import('@agora/suite/moving')
    const AGORA_CONFIG = path.resolve(root, process.env.AGORA_CONFIG || 'config/agora.yaml')
    const options = { env: process.env, besideInstance: true, migrations: true }
    const MEDIA_URL = uploads === undefined ? undefined : picturesOf({ ...options, services })
    if (uploads !== undefined && MEDIA_URL === undefined)
      throw new Error('MEDIA_URL is not set: it says where pictures are kept')
    process.exitCode = await withDatabases(
      { ...options, services },
      (databaseUrls, secrets) =>
        new Promise((resolve, reject) => {
          const ofInstance = secrets ? { HELD_NAMES_KEY: secrets.heldNamesKey } : {}
          const env = { ...ofInstance, ...process.env, AGORA_CONFIG, ...(MEDIA_URL ? { MEDIA_URL } : {}) }
          const child = startMoving({
            command,
            words,
            databaseUrls,
            uploads,
            env,
            cwd: folder,
            flags: ['--enable-source-maps', '--max-semi-space-size=32'],
          })
          // Ctrl-C reaches the child too: it ends in its own time, and with its own status.
          for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
            process.on(signal, () => child.kill(signal))
          child.once('error', reject)
          child.once('close', (status) => resolve(status ?? 2))
        }),
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
