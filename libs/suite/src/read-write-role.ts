import { declarationOf, type ServiceName, schemaOf } from '@agora/shared/contracts/services'
import pg from 'pg'

export interface ReadWriteRole {
  /** The role to be made. */
  name: string
  password: string
  /** The owner of the tables that it reads and writes. */
  owner: string
  service: ServiceName
}

/**
 * The statements that create a service's role: it reads and writes the owner's tables, including those of later
 * migrations, and may define nothing. Its settings are part of the role, since a pooler in transaction mode accepts no
 * session settings.
 */
export function readWriteRoleStatements({ name, password, owner, service }: ReadWriteRole): string[] {
  const [role, by, inSchema] = [name, owner, schemaOf(service)].map((text) => pg.escapeIdentifier(text))
  const later = `ALTER DEFAULT PRIVILEGES FOR ROLE ${by} IN SCHEMA ${inSchema} GRANT`
  const plansOnce = declarationOf(service).connections?.plansOnce === true
  return [
    `CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)};`,
    `ALTER ROLE ${role} SET search_path = ${inSchema};`,
    `ALTER ROLE ${role} SET timezone = 'UTC';`,
    `ALTER ROLE ${role} SET statement_timeout = '5s';`,
    `ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '5s';`,
    ...(plansOnce ? [`ALTER ROLE ${role} SET plan_cache_mode = 'force_generic_plan';`] : []),
    `GRANT USAGE ON SCHEMA ${inSchema} TO ${role};`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${inSchema} TO ${role};`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${inSchema} TO ${role};`,
    `${later} SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};`,
    `${later} USAGE ON SEQUENCES TO ${role};`,
  ]
}
