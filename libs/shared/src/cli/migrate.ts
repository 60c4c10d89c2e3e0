// Brings one service's schema up to date, or waits until somebody has; past a pooler, where one is named:
//   DATABASE_URL=postgres://... node dist/bundle/migrate.js SCHEMA MIGRATIONS_DIRECTORY [--wait]
import { awaitMigrations } from '../database/await-migrations.ts'
import { migrate } from '../database/migrate.ts'
import { MigrationError } from '../database/migration-records.ts'
import { logWarnings } from '../lifecycle/warnings.ts'
import { createLogger } from '../observability/logger.ts'

const [schema, directory, flag] = process.argv.slice(2)
const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env
const url = DATABASE_DIRECT_URL || DATABASE_URL

if (!schema || !directory || !url || (flag !== undefined && flag !== '--wait')) {
  console.error('usage: DATABASE_URL=postgres://... node migrate.js SCHEMA MIGRATIONS_DIRECTORY [--wait]')
  process.exit(2)
}

const logger = createLogger('migrations', process.env.LOG_LEVEL ?? 'info')
logWarnings(logger)
try {
  const options = { url, schema, directory, note: (line: string) => logger.info(line) }
  if (flag === '--wait') {
    await awaitMigrations(options)
    logger.info(`${schema}: up to date`)
  } else {
    const { applied, unknown } = await migrate(options)
    logger.info(applied.length > 0 ? `${schema}: applied ${applied.join(', ')}` : `${schema}: up to date`)
    if (unknown.length > 0) logger.warn(`${schema}: the database also knows ${unknown.join(', ')}`)
  }
} catch (error) {
  if (error instanceof MigrationError) logger.fatal(error.message)
  else logger.fatal({ err: error }, `${schema}: migrating failed`)
  process.exit(1)
}
