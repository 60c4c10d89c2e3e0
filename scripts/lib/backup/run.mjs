import path from 'node:path'
import { build } from '../build.mjs'
import { step } from '../project.mjs'

/**
 * Runs one of the two commands from the project, on the databases of this machine or of the environment; sets the exit status.
 *
 * @param {'backup' | 'restore'} command
 * @param {{ besideInstance: boolean, title: string }} options
 */
export async function runOnDatabases(command, { besideInstance, title }) {
  process.exitCode = await work(command, besideInstance, title).catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return 1
  })
}

/**
 * @param {'backup' | 'restore'} command
 * @param {boolean} besideInstance
 * @param {string} title
 */
async function work(command, besideInstance, title) {
  await build({ projects: ['libs/suite'], tolerant: true })
  const { backup, parseWords, restoreFrom, USAGE } = await import('./commands.mjs')
  const { folderOfPictures } = await import('./pictures.mjs')
  const { isBucket } = await import('./places.mjs')
  const asked = parseWords(command, process.argv.slice(2))
  if (!asked) {
    console.error(`usage: npm run ${command} -- ${USAGE[command]}`)
    return 2
  }
  // Folders are relative to where npm was called.
  if (!isBucket(asked.where)) asked.where = path.resolve(process.env.INIT_CWD ?? process.cwd(), asked.where)
  const { picturesOf, withDatabases } = await import('@agora/suite/instance-data')
  const { withDatabase } = await import('@agora/shared/contracts/services')
  const { migrationsOf } = await import('@agora/suite/project')
  const options = { env: process.env, services: withDatabase, besideInstance, migrations: false }
  const folder = folderOfPictures(picturesOf(options))
  await withDatabases(options, (urls) =>
    step(title, () =>
      command === 'backup' ? backup(urls, asked, folder) : restoreFrom(urls, asked, migrationsOf, folder),
    ),
  )
  return 0
}
