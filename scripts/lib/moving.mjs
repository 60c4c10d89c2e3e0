import path from 'node:path'
import { root } from './project.mjs'

/** Files are relative to where npm was called. */
const folder = process.env.INIT_CWD ?? process.cwd()

/**
 * Runs a command that moves the forum in or out, on the databases of the forum and the gateway. Sets the exit status.
 *
 * @param {'import' | 'export'} command
 */
export async function runMovingCommand(command) {
  try {
    const { build } = await import('./build.mjs')
    await build({ projects: ['services/forum', 'services/gateway'] })
    const { withDatabases } = await import('@agora/suite/instance-data')
    const { startMoving } = await import('@agora/suite/moving')
    const AGORA_CONFIG = path.resolve(root, process.env.AGORA_CONFIG || 'config/agora.yaml')
    const options = { env: process.env, besideInstance: true, migrations: true }
    process.exitCode = await withDatabases(
      { ...options, services: ['forum', 'gateway'] },
      (databaseUrls, secrets) =>
        new Promise((resolve, reject) => {
          const ofInstance = secrets ? { HELD_NAMES_KEY: secrets.heldNamesKey } : {}
          const env = { ...ofInstance, ...process.env, AGORA_CONFIG }
          const child = startMoving({
            command,
            words: process.argv.slice(2),
            databaseUrls,
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
