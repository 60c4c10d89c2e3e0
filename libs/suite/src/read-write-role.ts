import pg from 'pg'

export interface ReadWriteRole {
  /** The role to be made. */
  name: string
  password: string
  /** Whose tables it reads and writes. */
  owner: string
  schema: string
}

/**
 * What makes the role that a service works by: it reads and writes the owner's tables, those of later migrations too, and
 * may define nothing. It brings its settings itself: a pooler in transaction mode takes none of a session.
 */
export function readWriteRoleStatements({ name, password, owner, schema }: ReadWriteRole): string[] {
  const [role, by, inSchema] = [name, owner, schema].map((text) => pg.escapeIdentifier(text))
  const later = `ALTER DEFAULT PRIVILEGES FOR ROLE ${by} IN SCHEMA ${inSchema} GRANT`
  return [
    `CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)};`,
    `ALTER ROLE ${role} SET search_path = ${inSchema};`,
    `ALTER ROLE ${role} SET timezone = 'UTC';`,
    `ALTER ROLE ${role} SET statement_timeout = '5s';`,
    `ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '5s';`,
    `GRANT USAGE ON SCHEMA ${inSchema} TO ${role};`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${inSchema} TO ${role};`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${inSchema} TO ${role};`,
    `${later} SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};`,
    `${later} USAGE ON SEQUENCES TO ${role};`,
  ]
}
