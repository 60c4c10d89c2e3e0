import { type Queries, sql } from '@agora/shared/database/sql'

/**
 * Records a place that an account was signed in from. It is new to exactly one of several simultaneous sign-ins.
 * `hasOthers`: the account has been signed in from elsewhere before.
 */
export async function notePlace(
  tx: Queries,
  accountId: string,
  digest: Uint8Array,
): Promise<{ isNew: boolean; hasOthers: boolean }> {
  const { rows } = await tx.query<{ isNew: boolean; hasOthers: boolean }>(sql`
    INSERT INTO sign_in_place (digest, account_id) VALUES (${digest}, ${accountId}::uuid)
    ON CONFLICT (digest) DO UPDATE SET seen_at = now()
    RETURNING xmax = 0 AS "isNew",
      EXISTS (SELECT FROM sign_in_place o WHERE o.account_id = ${accountId}::uuid) AS "hasOthers"`)
  return rows[0] ?? { isNew: false, hasOthers: false }
}
