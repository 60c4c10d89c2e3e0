import { NIL } from '@agora/shared/contracts/ids'
import { type Queries, raw, sql } from '@agora/shared/database/sql'

/** Whether the account `a` of a statement has a second factor: recovery codes alone are none. */
export const hasFactor = `EXISTS (
  SELECT FROM authenticator f WHERE f.account_id = a.id AND f.enabled_at IS NOT NULL AND f.kind <> 'RecoveryCodes')`

export const accountHasFactor = (db: Queries, accountId: string) =>
  db.hasRows(sql`SELECT FROM account a WHERE a.id = ${accountId}::uuid AND ${raw(hasFactor)}`)

/** A sealed secret that makes codes. */
export interface TotpRow {
  id: string
  secret: Buffer
}

export const readTotps = (db: Queries, accountId: string) =>
  db.all<TotpRow>(sql`
    SELECT id::text, secret FROM authenticator
    WHERE account_id = ${accountId}::uuid AND kind = 'Totp' AND enabled_at IS NOT NULL ORDER BY id`)

/** Steps are remembered for so long after they were used, in steps: the clocks of two processes may differ. */
const REMEMBERED_STEPS = 10

/** Uses the code of a time step; false if it was used before. */
export const spendStep = (db: Queries, id: string, step: number) =>
  db.hasRows(sql`
    UPDATE authenticator SET last_used_at = now(),
      spent_steps = ARRAY(
        SELECT spent FROM unnest(spent_steps) AS spent WHERE spent > ${step}::int - ${REMEMBERED_STEPS}::int
      ) || ${step}::int
    WHERE id = ${id}::uuid AND NOT ${step}::int = ANY(spent_steps)`)

/** Uses a recovery code; false if the account has none such, or no longer. */
export const spendRecoveryCode = (db: Queries, accountId: string, letters: string) =>
  db.hasRows(sql`
    WITH spent AS (
      DELETE FROM recovery_code c USING authenticator s
      WHERE s.account_id = ${accountId}::uuid AND s.kind = 'RecoveryCodes' AND c.authenticator_id = s.id
        AND c.digest = sha256(convert_to(s.id::text || ' ' || ${letters}::text, 'UTF8'))
      RETURNING c.authenticator_id
    )
    UPDATE authenticator SET last_used_at = now() FROM spent WHERE id = spent.authenticator_id`)

/** Stores the digests of a set's codes, each with the set that it belongs to. */
export async function insertRecoveryCodes(
  tx: Queries,
  setId: string,
  letters: readonly string[],
): Promise<void> {
  await tx.query(sql`
    INSERT INTO recovery_code (digest, authenticator_id)
    SELECT sha256(convert_to(${setId}::uuid::text || ' ' || letters, 'UTF8')), ${setId}::uuid
    FROM unnest(${letters}::text[]) AS letters`)
}

/** How many secrets are sealed anew in one go. */
const AT_ONCE = 500

/** Seals with the newest key what an older one sealed. `sealAnew` returns undefined for what needs nothing. */
export async function sealTotpsAnew(
  db: Queries,
  sealAnew: (secret: Buffer, id: string) => Buffer | undefined,
): Promise<void> {
  let after: string = NIL
  for (;;) {
    const rows = await db.all<TotpRow>(sql`
      SELECT id::text, secret FROM authenticator WHERE kind = 'Totp' AND id > ${after}::uuid ORDER BY id LIMIT ${AT_ONCE}`)
    for (const { id, secret } of rows) {
      const fresh = sealAnew(secret, id)
      if (fresh) await db.query(sql`UPDATE authenticator SET secret = ${fresh} WHERE id = ${id}::uuid`)
    }
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
