import { type Queries, sql } from '@agora/shared/database/sql'

/** Whose digest a mail is, what in it is new, and the language they chose; undefined if they no longer want digests. */
export async function readDigest(
  db: Queries,
  id: string,
): Promise<{ userId: string; since: Date; locale: string | null } | undefined> {
  const { rows } = await db.query<{ userId: string; since: Date; locale: string | null }>(sql`
    SELECT d.user_id AS "userId", d.since, s.locale
    FROM digest AS d JOIN notification_setting AS s ON s.user_id = d.user_id AND s.email <> 'Never'
    WHERE d.id = ${id}`)
  return rows[0]
}

/** Sets the token of a digest's link. An earlier attempt's token, which was never sent, becomes void. */
export async function setToken(db: Queries, id: string, hash: Buffer): Promise<void> {
  await db.query(sql`UPDATE digest SET token_hash = ${hash} WHERE id = ${id}`)
}

export async function hasToken(db: Queries, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(sql`SELECT FROM digest WHERE token_hash = ${hash}`)
  return rowCount === 1
}

/** Ends the digests of the member to whom the token was mailed. False if it was mailed to nobody. */
export async function endDigests(db: Queries, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    UPDATE notification_setting AS s SET email = 'Never', digest_due_at = NULL
    FROM digest AS d WHERE d.token_hash = ${hash} AND s.user_id = d.user_id`)
  return rowCount === 1
}
