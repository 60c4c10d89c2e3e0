// Database migrations:
//   node scripts/migration.mjs new SERVICE DESCRIPTION   writes the migration that the Prisma file requires
//   node scripts/migration.mjs check                     fails if a Prisma file and its migrations differ, or one breaks the
//                                                        version that still runs
import './lib/node-version.mjs'
import { build } from './lib/build.mjs'

const usage = 'usage: node scripts/migration.mjs new SERVICE DESCRIPTION | check'
const [command, service, ...words] = process.argv.slice(2)
const description = words
  .join('_')
  .toLowerCase()
  .replaceAll(/[^a-z0-9]+/g, '_')

async function main() {
  if (!(command === 'check' && !service) && !(command === 'new' && service && description)) {
    console.error(usage)
    return 2
  }
  await build({ projects: ['libs/suite'], tolerant: true })
  const { findDrift, migrationFiles, newMigration } = await import('./lib/migrations.mjs')
  const { lintMigrations, sinceRules } = await import('./lib/migration-lint.mjs')
  if (command === 'new') {
    const made = await newMigration(service, description)
    console.log(made ? `${made.folder}/migration.sql\n\n${made.sql}` : `${service}: nothing has changed`)
    return 0
  }
  const drift = await findDrift()
  for (const { name, sql } of drift) {
    console.error(`${name}: the migrations do not lead to prisma/schema.prisma; missing:\n${sql}`)
  }
  if (drift.length === 0) console.log('all migrations lead to their schemas')
  const faults = await lintMigrations(sinceRules(migrationFiles()))
  for (const { file, line, rule, message } of faults) console.error(`${file}:${line}: ${rule}: ${message}`)
  return drift.length + faults.length === 0 ? 0 : 1
}

process.exitCode = await main().catch((error) => {
  console.error(error.message)
  return 1
})
