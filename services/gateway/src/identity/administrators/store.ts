import { type Queries, raw, sql } from '@agora/shared/database/sql'
import { isBanned } from '../credentials/store.ts'

interface AdministratorState {
  isBanned: boolean
  isConfigured: boolean
  isNamed: boolean
}

/** What an account is; undefined if there is none. */
export const readAdministrator = (tx: Queries, id: string) =>
  tx.maybeOne<AdministratorState>(sql`
    SELECT ${raw(isBanned)} AS "isBanned", a.administrator_name IS NOT NULL AS "isConfigured",
      a.administrator_since IS NOT NULL AS "isNamed"
    FROM account a WHERE a.id = ${id}::uuid`)

export async function makeAdministrator(tx: Queries, id: string): Promise<void> {
  await tx.query(sql`UPDATE account SET administrator_since = now() WHERE id = ${id}::uuid`)
}

/** What was verified of the account before counts no more: its streams, tokens and checks in progress end. */
export async function unmakeAdministrator(tx: Queries, id: string): Promise<void> {
  await tx.query(sql`
    UPDATE account SET administrator_since = NULL, credential_version = credential_version + 1
    WHERE id = ${id}::uuid`)
  await tx.query(sql`DELETE FROM session WHERE account_id = ${id}::uuid`)
}
