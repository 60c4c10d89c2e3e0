import type pg from 'pg'

/** Foreign hashes; their index has the same condition. */
const IMPORTED = `password_hash NOT LIKE '$argon2%'`

/** Whether any account still has an imported hash. */
export async function holdsImportedHashes(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM account WHERE ${IMPORTED}) AS held`,
  )
  return rows[0]!.held
}

/** The password stays the same, and with it everything authenticated by it. */
export async function replaceImportedHash(pool: pg.Pool, imported: string, hash: string): Promise<void> {
  await pool.query(`UPDATE account SET password_hash = $2 WHERE password_hash = $1 AND ${IMPORTED}`, [
    imported,
    hash,
  ])
}
