// Copies the data of all services as they were at one moment: npm run backup -- FOLDER
// Beside a running instance or without one. The databases are found as docs/operations.md says.
import './lib/node-version.mjs'
import path from 'node:path'

const { build } = await import('./lib/build.mjs')
const { step } = await import('./lib/project.mjs')

async function main() {
  const [name, ...more] = process.argv.slice(2)
  if (!name || more.length > 0) {
    console.error('usage: npm run backup -- FOLDER')
    return 2
  }
  // A folder is named from where npm was called.
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), name)
  await build({ projects: ['libs/suite'], tolerant: true })
  const { withDatabases } = await import('@agora/suite/instance-data')
  const { withDatabase } = await import('@agora/shared/contracts/services')
  const { backUp } = await import('./lib/backup/back-up.mjs')
  const options = { env: process.env, services: withDatabase, besideInstance: true, migrations: false }
  const { tables, rows } = await withDatabases(options, (urls) =>
    step('Copying the data', () => backUp(urls, folder)),
  )
  console.log(`${rows} rows of ${tables} tables are in ${folder}`)
  console.log('The secrets are not: keep those of the deployment apart, they are needed to use the data.')
  return 0
}

process.exitCode = await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
