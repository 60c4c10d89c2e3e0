import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** Whether this name's account was made the administrator, and no other name's. */
export async function isAdministratorMade(db: Queries, name: string): Promise<boolean> {
  const names = await db.scalars<string>(sql`
    SELECT administrator_name FROM account WHERE administrator_name IS NOT NULL`)
  return names.length === 1 && names[0] === name
}

/** Two replicas may start at the same moment. */
export async function lockAdministrator(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('administrator'))`)
}

/** The id of the account that was made the administrator under this name, whatever its username is now, or has the name. */
export const findAdministrator = (tx: Transaction, name: string) =>
  tx.maybeScalar<string>(sql`
    SELECT id::text FROM account WHERE administrator_name = ${name} OR username = ${name}
    ORDER BY administrator_name = ${name} DESC NULLS LAST LIMIT 1`)

/** Takes the right from everyone else and gives it to this account, if there is one. */
export async function makeAdministrator(
  tx: Transaction,
  id: string | undefined,
  name: string,
): Promise<void> {
  await tx.query(sql`
    UPDATE account SET administrator_name = NULL
    WHERE administrator_name IS NOT NULL AND id IS DISTINCT FROM ${id ?? null}::uuid`)
  await tx.query(sql`
    UPDATE account SET administrator_name = ${name} WHERE id = ${id ?? null}::uuid AND administrator_name IS NULL`)
}
