// Brings one service's schema up to date, for a job that runs before a roll-out; past a pooler, where one is named:
//   DATABASE_URL=postgres://... node dist/bundle/migrate.js SCHEMA MIGRATIONS_DIRECTORY
import { MigrationError, migrate } from '../database/migrate.ts'

const [schema, directory] = process.argv.slice(2)
const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env
const url = DATABASE_DIRECT_URL || DATABASE_URL

if (!schema || !directory || !url) {
  console.error('usage: DATABASE_URL=postgres://... node migrate.js SCHEMA MIGRATIONS_DIRECTORY')
  process.exit(2)
}

try {
  const { applied, unknown } = await migrate({ url, schema, directory, note: console.log })
  console.log(applied.length > 0 ? `${schema}: applied ${applied.join(', ')}` : `${schema}: up to date`)
  if (unknown.length > 0) console.log(`${schema}: the database also knows ${unknown.join(', ')}`)
} catch (error) {
  console.error(error instanceof MigrationError ? error.message : error)
  process.exit(1)
}
