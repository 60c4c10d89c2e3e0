// Puts a backup into databases that hold nothing: npm run restore -- FOLDER
// The instance must not run. Its next start brings an older backup's schemas up to date.
import './lib/node-version.mjs'
import path from 'node:path'

const { build } = await import('./lib/build.mjs')
const { step } = await import('./lib/project.mjs')

async function main() {
  const [name, ...more] = process.argv.slice(2)
  if (!name || more.length > 0) {
    console.error('usage: npm run restore -- FOLDER')
    return 2
  }
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), name)
  await build({ projects: ['libs/suite'], tolerant: true })
  const { withDatabases } = await import('@agora/suite/instance-data')
  const { withDatabase } = await import('@agora/shared/contracts/services')
  const { restore } = await import('./lib/backup/restore.mjs')
  const options = { env: process.env, services: withDatabase, besideInstance: false, migrations: false }
  const { tables, rows } = await withDatabases(options, (urls) =>
    step('Restoring the data', () => restore(urls, folder)),
  )
  console.log(`${rows} rows of ${tables} tables were restored from ${folder}`)
  return 0
}

process.exitCode = await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
