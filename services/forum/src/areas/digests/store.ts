import { type Queries, sql } from '@agora/shared/database/sql'

/** Whose digest a mail is, what in it is new, and the language they chose; undefined if they no longer want digests. */
export const readDigest = (db: Queries, id: string) =>
  db.maybeOne<{ userId: string; since: Date; locale: string | null }>(sql`
    SELECT d.user_id AS "userId", d.since, s.locale
    FROM digest AS d JOIN notification_setting AS s ON s.user_id = d.user_id AND s.email <> 'Never'
    WHERE d.id = ${id}`)

/** Sets the token of a digest's link. An earlier attempt's token, which was never sent, becomes void. */
export async function setToken(db: Queries, id: string, hash: Buffer): Promise<void> {
  await db.query(sql`UPDATE digest SET token_hash = ${hash} WHERE id = ${id}`)
}

export const hasToken = (db: Queries, hash: Buffer) =>
  db.hasRows(sql`SELECT FROM digest WHERE token_hash = ${hash}`)

/** Ends the digests of the member to whom the token was mailed. False if it was mailed to nobody. */
export const endDigests = (db: Queries, hash: Buffer) =>
  db.hasRows(sql`
    UPDATE notification_setting AS s SET email = 'Never', digest_due_at = NULL
    FROM digest AS d WHERE d.token_hash = ${hash} AND s.user_id = d.user_id`)
