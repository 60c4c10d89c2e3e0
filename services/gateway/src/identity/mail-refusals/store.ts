import { type Queries, sql } from '@agora/shared/database/sql'

export interface RefusedRow {
  email: string
  refusedAt: Date
  refusal: string
}

const active = sql`type = 'Email' AND ended_at IS NULL`

/** Keeps the first refusal of an address of this account since it was confirmed. */
export async function storeRefusal(
  db: Queries,
  accountId: string,
  email: string,
  refusal: string,
): Promise<void> {
  await db.query(sql`
    UPDATE user_link SET refused_at = now(), refusal = ${refusal}
    WHERE account_id = ${accountId}::uuid AND external_id = ${email.toLowerCase()} AND ${active} AND refused_at IS NULL`)
}

/** An address that is confirmed anew gets mails. */
export async function forgetRefusal(db: Queries, linkId: string): Promise<void> {
  await db.query(sql`
    UPDATE user_link SET refused_at = NULL, refusal = NULL WHERE id = ${linkId}::uuid AND refused_at IS NOT NULL`)
}

/** The addresses of an account that were refused, in its order. */
export const readRefused = (db: Queries, accountId: string) =>
  db.all<RefusedRow>(sql`
    SELECT display_name AS email, refused_at AS "refusedAt", refusal FROM user_link
    WHERE account_id = ${accountId}::uuid AND ${active} AND refused_at IS NOT NULL
    ORDER BY rank, started_at, id`)
