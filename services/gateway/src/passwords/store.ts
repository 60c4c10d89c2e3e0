import { type Queries, sql } from '@agora/shared/database/sql'

/** Foreign hashes; their index has the same condition. */
const isImported = sql`password_hash NOT LIKE '$argon2%'`

/** Whether any account still has an imported hash. */
export async function holdsImportedHashes(db: Queries): Promise<boolean> {
  const { rows } = await db.query<{ held: boolean }>(
    sql`SELECT EXISTS (SELECT FROM account WHERE ${isImported}) AS held`,
  )
  return rows[0]!.held
}

/** The password stays the same, and with it everything authenticated by it. */
export async function replaceImportedHash(db: Queries, imported: string, hash: string): Promise<void> {
  await db.query(sql`
    UPDATE account SET password_hash = ${hash} WHERE password_hash = ${imported} AND ${isImported}`)
}
