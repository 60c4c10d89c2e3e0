import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

export type TokenKind = 'AuthorizationCode' | 'AccessToken' | 'RefreshToken' | 'ClientCredentials'

export interface NewToken {
  hash: Buffer
  kind: TokenKind
  grantId: string | undefined
  /** The hash of the code, the device or the refresh token that it is given for. */
  parent: Buffer | undefined
  clientId: string
  scopes: string[]
  payload: string
  /** In seconds. */
  lifetime: number
}

/** The codes and access tokens that a grant may have of each; the oldest are forgotten. */
const MAX_TOKENS = 500
/**
 * The sign-ins at one client that a grant may keep; the least recently renewed gives way, with all its tokens: a spent
 * refresh token is known as long as one that it was renewed into is good, so that its second use is noticed.
 */
const MAX_FAMILIES = 100
/** The renewals of a sign-in within a day; a client that keeps its tokens makes twenty-four. */
const MAX_RENEWALS = 1000

/** The family of a code or a device, which has none yet. */
const familyOf = (hash: Buffer) => sql`encode(substring(${hash}::bytea FROM 1 FOR 16), 'hex')::uuid`

export type Stored = 'stored' | 'ended' | 'too many'

/** Stores a code or token; not if its grant or family has ended meanwhile, or is renewed too often. */
export async function insertToken(db: Queries, token: NewToken): Promise<Stored> {
  const { hash, kind, grantId = null, parent, clientId, scopes, payload, lifetime } = token
  const ofParent = kind === 'RefreshToken' || kind === 'AccessToken' ? (parent ?? null) : null
  if (grantId === null) {
    await db.query(sql`
      INSERT INTO oauth_token (token_hash, kind, client_id, scopes, payload, expires_at)
      VALUES (${hash}, ${kind}, ${clientId}, ${scopes}, ${payload}, now() + make_interval(secs => ${lifetime}))`)
    return 'stored'
  }
  // Whoever ends a family locks its grant first; waiting for it, this finds the parent gone.
  const { isStored, isEnded } = await db.one<{ isStored: boolean; isEnded: boolean }>(sql`
    WITH held AS (
      SELECT id FROM oauth_grant WHERE id = ${grantId}::uuid FOR SHARE
    ), parent AS (
      SELECT t.family FROM held JOIN oauth_token t ON t.grant_id = held.id
      WHERE t.token_hash = ${ofParent}::bytea FOR SHARE OF t
    ), device AS (
      SELECT FROM held JOIN oauth_device d ON d.grant_id = held.id
      WHERE d.code_hash = ${ofParent}::bytea FOR SHARE OF d
    ), allowed AS (
      SELECT coalesce((SELECT family FROM parent), ${familyOf(ofParent ?? hash)}) AS family FROM held
      WHERE ${ofParent}::bytea IS NULL OR EXISTS (SELECT FROM parent) OR EXISTS (SELECT FROM device)
    ), stored AS (
      INSERT INTO oauth_token (token_hash, kind, grant_id, family, client_id, scopes, payload, expires_at)
      SELECT ${hash}, ${kind}, ${grantId}::uuid, family, ${clientId}, ${scopes}, ${payload},
        now() + make_interval(secs => ${lifetime})
      FROM allowed
      WHERE ${kind} <> 'RefreshToken' OR ${MAX_RENEWALS}::int > (
        SELECT count(*) FROM oauth_token t
        WHERE t.grant_id = ${grantId}::uuid AND t.family = allowed.family AND t.kind = 'RefreshToken'
          AND t.expires_at > now() + make_interval(secs => ${lifetime}) - interval '1 day'
      )
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM stored) AS "isStored", NOT EXISTS (SELECT FROM allowed) AS "isEnded"`)
  if (isEnded) return 'ended'
  if (!isStored) return 'too many'
  await forgetOldest(db, grantId, kind)
  return 'stored'
}

async function forgetOldest(db: Queries, grantId: string, kind: TokenKind): Promise<void> {
  if (kind === 'RefreshToken')
    await db.query(sql`
      DELETE FROM oauth_token WHERE grant_id = ${grantId}::uuid AND family IN (
        SELECT family FROM oauth_token
        WHERE grant_id = ${grantId}::uuid AND kind = 'RefreshToken' AND family IS NOT NULL
        GROUP BY family ORDER BY max(expires_at) DESC OFFSET ${MAX_FAMILIES}
      )`)
  else
    await db.query(sql`
      DELETE FROM oauth_token WHERE token_hash IN (
        SELECT token_hash FROM oauth_token WHERE grant_id = ${grantId}::uuid AND kind = ${kind}
        ORDER BY expires_at DESC OFFSET ${MAX_TOKENS}
      )`)
}

export const readTokenPayload = (db: Queries, kind: TokenKind, hash: Buffer) =>
  db.maybeOne<{ payload: string; isSpent: boolean }>(sql`
    SELECT payload, consumed_at IS NOT NULL AS "isSpent" FROM oauth_token WHERE token_hash = ${hash} AND kind = ${kind}`)

/** Spends a code or a refresh token; false if it is already spent. */
export const consumeToken = (db: Queries, hash: Buffer) =>
  db.hasRows(sql`
    UPDATE oauth_token SET consumed_at = now() WHERE token_hash = ${hash} AND consumed_at IS NULL`)

/** A sign-in that has just ended. */
export interface Ended {
  accountId: string
  clientId: string
  clientName: string
}

/**
 * Ends the sign-in that a code or token belongs to, with all its tokens; the member's consent stays. One of an earlier
 * version ends its grant, and a client's own token itself. Undefined if no member's sign-in is left to end.
 */
export async function endFamilyOf(tx: Transaction, hash: Buffer): Promise<Ended | undefined> {
  const found = await tx.maybeOne<Ended & { grantId: string }>(sql`
    SELECT g.id::text AS "grantId", g.account_id::text AS "accountId", c.id::text AS "clientId",
      c.display_name AS "clientName"
    FROM oauth_token t JOIN oauth_grant g ON g.id = t.grant_id JOIN oauth_client c ON c.id = g.client_id
    WHERE t.token_hash = ${hash} FOR UPDATE OF g`)
  if (!found) {
    await tx.query(sql`DELETE FROM oauth_token WHERE token_hash = ${hash}`)
    return undefined
  }
  // Only now does a statement see what was stored before the grant was locked.
  const hasEnded = await tx.hasRows(sql`
    WITH ending AS (SELECT grant_id, family FROM oauth_token WHERE token_hash = ${hash}), whole AS (
      DELETE FROM oauth_grant WHERE id = (SELECT grant_id FROM ending WHERE family IS NULL)
    )
    DELETE FROM oauth_token t USING ending
    WHERE t.grant_id = ending.grant_id AND t.family IS NOT DISTINCT FROM ending.family`)
  return hasEnded ? found : undefined
}

/** The same for a device that was told its answer twice. */
export async function endFamilyOfDevice(tx: Transaction, hash: Buffer): Promise<void> {
  const grantId = await tx.maybeScalar<string>(sql`
    SELECT g.id::text FROM oauth_device d JOIN oauth_grant g ON g.id = d.grant_id
    WHERE d.code_hash = ${hash} FOR UPDATE OF g`)
  if (grantId === undefined) return
  await tx.query(sql`
    DELETE FROM oauth_token WHERE grant_id = ${grantId}::uuid AND family = ${familyOf(hash)}`)
  await tx.query(sql`DELETE FROM oauth_device WHERE code_hash = ${hash}`)
}
