import { type Queries, sql } from '@agora/shared/database/sql'

/** The places that are remembered for an account; the one not seen for longest is forgotten. */
const MAX_PLACES = 100

/**
 * Records a place that an account was signed in from. It is new to exactly one of several simultaneous sign-ins.
 * `hasOthers`: the account has been signed in from elsewhere before. In a transaction that has locked the account.
 */
export async function notePlace(
  tx: Queries,
  accountId: string,
  digest: Uint8Array,
): Promise<{ isNew: boolean; hasOthers: boolean }> {
  const noted = await tx.one<{ isNew: boolean; hasOthers: boolean }>(sql`
    INSERT INTO sign_in_place (digest, account_id) VALUES (${digest}, ${accountId}::uuid)
    ON CONFLICT (digest) DO UPDATE SET seen_at = now()
    RETURNING xmax = 0 AS "isNew",
      EXISTS (SELECT FROM sign_in_place o WHERE o.account_id = ${accountId}::uuid) AS "hasOthers"`)
  await tx.query(sql`
    DELETE FROM sign_in_place WHERE digest IN (
      SELECT digest FROM sign_in_place WHERE account_id = ${accountId}::uuid
      ORDER BY seen_at DESC, digest OFFSET ${MAX_PLACES}::int
    )`)
  return noted
}
