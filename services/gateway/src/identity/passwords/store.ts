import { type Queries, sql } from '@agora/shared/database/sql'

/** Foreign hashes; their index has the same condition. */
const isImported = sql`password_hash NOT LIKE '$argon2%'`

/** Whether any account still has an imported hash. */
export const holdsImportedHashes = (db: Queries) =>
  db.scalar<boolean>(sql`SELECT EXISTS (SELECT FROM account WHERE ${isImported}) AS held`)

/** The password stays the same, and with it everything authenticated by it. */
export async function replaceImportedHash(db: Queries, imported: string, hash: string): Promise<void> {
  await db.query(sql`
    UPDATE account SET password_hash = ${hash} WHERE password_hash = ${imported} AND ${isImported}`)
}

/** From now on the client's secret is verified by its digest, unless it has changed meanwhile. */
export async function storeDigest(
  db: Queries,
  { id, credentialVersion }: { id: string; credentialVersion: number },
  digest: string,
): Promise<void> {
  await db.query(sql`
    UPDATE oauth_client SET secret_digest = ${digest}
    WHERE id = ${id} AND credential_version = ${credentialVersion}`)
}

/** Takes today's notice of guesses at an account; false if it was taken. */
export const takeGuessNotice = (db: Queries, accountId: string) =>
  db.hasRows(sql`
    UPDATE account SET guesses_told_at = now()
    WHERE id = ${accountId} AND (guesses_told_at IS NULL OR guesses_told_at <= now() - interval '1 day')`)
