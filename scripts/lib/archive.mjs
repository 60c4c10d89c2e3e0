import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './project.mjs'

/**
 * Room for the young is larger than Node's default, since a batch of observations outlives many of their collections.
 * More threads that collect take time from Postgres, and save little.
 */
export const archiveNodeFlags = [
  '--single-threaded-gc',
  '--enable-source-maps',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
]

/** A file is named from where npm was called. */
const folder = process.env.INIT_CWD ?? process.cwd()

function runProgram(name, words, env) {
  const program = path.join(root, 'services/archive/dist/bundle', `${name}.js`)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...archiveNodeFlags, program, ...words], {
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

/**
 * Runs a command of the archive service with what was said on the command line, on the database that the environment
 * names or that of the instance in the data folder. Sets the exit status.
 */
export async function runArchiveCommand(name, { database = true } = {}) {
  try {
    const { build } = await import('./build.mjs')
    await build({ projects: ['services/archive'] })
    const words = process.argv.slice(2)
    const env = { AGORA_CONFIG: path.resolve(root, process.env.AGORA_CONFIG || 'config/agora.yaml') }
    if (!database) {
      process.exitCode = await runProgram(name, words, env)
      return
    }
    const { withServiceDatabase } = await import('@agora/suite/instance-data')
    process.exitCode = await withServiceDatabase('archive', process.env, (url) =>
      runProgram(name, words, { ...env, DATABASE_URL: url }),
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
