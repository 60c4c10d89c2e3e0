import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './project.mjs'

/** Files are relative to where npm was called. */
const folder = process.env.INIT_CWD ?? process.cwd()

/**
 * @param {string} program
 * @param {string[]} flags
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
function runProgram(program, flags, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, program, ...process.argv.slice(2)], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    // Ctrl-C reaches the child too: it ends in its own time, and with its own status.
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
      process.on(signal, () => child.kill(signal))
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 2))
  })
}

/** @typedef {import('@agora/shared/contracts/services').ServiceName} ServiceName */

/**
 * Runs a service's command with the command line's arguments, on the database that the environment names or that of the
 * instance in the data folder. Sets the exit status.
 *
 * @param {ServiceName} service
 * @param {string} name
 */
export async function runServiceCommand(
  service,
  name,
  { database = true, flags = ['--enable-source-maps'] } = {},
) {
  try {
    const { build } = await import('./build.mjs')
    await build({ projects: [`services/${service}`] })
    const program = path.join(root, 'services', service, 'dist/bundle', `${name}.js`)
    const env = { AGORA_CONFIG: path.resolve(root, process.env.AGORA_CONFIG || 'config/agora.yaml') }
    if (!database) {
      process.exitCode = await runProgram(program, flags, env)
      return
    }
    const { withServiceDatabase } = await import('@agora/suite/instance-data')
    process.exitCode = await withServiceDatabase(service, process.env, (url) =>
      runProgram(program, flags, { ...env, DATABASE_URL: url }),
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
