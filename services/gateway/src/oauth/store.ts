import { newId, parseUuid } from '@agora/shared/contracts/ids'
import { type Queries, raw, sql } from '@agora/shared/database/sql'
import { isBanned } from '../credentials/store.ts'
import { isClientKey } from '../names/patterns.ts'

export interface OauthClientRow {
  id: string
  key: string
  displayName: string
  appUri: string
  /** The default, and the first of all. */
  callbackUri: string
  callbackUris: string[]
  pkce: 'required' | 'optional'
  /** Null for a public client. */
  secretHash: string | null
  secretDigest: string | null
  credentialVersion: number
  allowedScopes: unknown
}

export interface GrantRow {
  id: string
  accountId: string
  clientId: string
  scopes: string[]
  allowedScopes: unknown
  createdAt: Date
  expiresAt: Date
}

export type TokenKind = 'AuthorizationCode' | 'AccessToken' | 'RefreshToken' | 'ClientCredentials'

export interface NewToken {
  hash: Buffer
  kind: TokenKind
  grantId: string | undefined
  clientId: string
  scopes: string[]
  payload: string
  /** In seconds. */
  lifetime: number
}

/** The days after which a client's refresh tokens need a new consent. */
export const GRANT_DAYS = 180

/** A client by its id or its key. */
export async function readOauthClient(db: Queries, idOrKey: string): Promise<OauthClientRow | undefined> {
  const id = parseUuid(idOrKey)
  if (id === undefined && !isClientKey(idOrKey)) return undefined
  const { rows } = await db.query<OauthClientRow>(sql`
    SELECT id::text, key, display_name AS "displayName", app_uri AS "appUri", callback_uri AS "callbackUri",
      ARRAY[callback_uri] || other_callback_uris AS "callbackUris", pkce, secret_hash AS "secretHash",
      secret_digest AS "secretDigest", credential_version AS "credentialVersion", allowed_scopes AS "allowedScopes"
    FROM oauth_client WHERE ${raw(id === undefined ? 'key' : 'id')} = ${id ?? idOrKey}`)
  return rows[0]
}

/** The account of an active session. */
export async function readSessionAccount(db: Queries, sessionId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ accountId: string }>(sql`
    SELECT account_id::text AS "accountId" FROM session WHERE id = ${sessionId} AND expires_at > now()`)
  return rows[0]?.accountId
}

/**
 * Records what the member of a session grants a client; returns the grant's id. Undefined if the session has ended:
 * between a consent and a sign-out, ban or new password, whichever commits first wins.
 */
export async function insertGrant(
  db: Queries,
  grant: { sessionId: string; clientId: string; scopes: readonly string[] },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(sql`
    INSERT INTO oauth_grant (id, account_id, client_id, credential_version, scopes, expires_at)
    SELECT ${newId()}, account_id, ${grant.clientId}, credential_version, ${grant.scopes},
      now() + make_interval(days => ${GRANT_DAYS})
    FROM (
      SELECT s.account_id, a.credential_version FROM session s JOIN account a ON a.id = s.account_id
      WHERE s.id = ${grant.sessionId} AND s.expires_at > now() FOR SHARE
    ) AS consenting
    RETURNING id::text`)
  return rows[0]?.id
}

/** A valid grant: not expired, its member neither banned nor with a changed password. */
export async function readGrant(db: Queries, id: string): Promise<GrantRow | undefined> {
  const { rows } = await db.query<GrantRow>(sql`
    SELECT g.id::text, g.account_id::text AS "accountId", g.client_id::text AS "clientId", g.scopes,
      g.created_at AS "createdAt", g.expires_at AS "expiresAt", c.allowed_scopes AS "allowedScopes"
    FROM oauth_grant g
    JOIN oauth_client c ON c.id = g.client_id
    JOIN account a ON a.id = g.account_id AND a.credential_version = g.credential_version
    WHERE g.id = ${id} AND g.expires_at > now() AND NOT ${raw(isBanned)}`)
  return rows[0]
}

/** Ends a grant with all its codes and tokens. */
export async function deleteGrant(db: Queries, id: string): Promise<void> {
  await db.query(sql`DELETE FROM oauth_grant WHERE id = ${id}`)
}

/** False if the grant was revoked meanwhile. */
export async function insertToken(db: Queries, token: NewToken): Promise<boolean> {
  const { hash, kind, grantId = null, clientId, scopes, payload, lifetime } = token
  const { rowCount } = await db.query(sql`
    INSERT INTO oauth_token (token_hash, kind, grant_id, client_id, scopes, payload, expires_at)
    SELECT ${hash}, ${kind}, ${grantId}::uuid, ${clientId}, ${scopes}, ${payload},
      now() + make_interval(secs => ${lifetime})
    WHERE ${grantId}::uuid IS NULL OR EXISTS (SELECT FROM oauth_grant WHERE id = ${grantId}::uuid FOR SHARE)`)
  return rowCount === 1
}

export async function readTokenPayload(
  db: Queries,
  kind: TokenKind,
  hash: Buffer,
): Promise<{ payload: string } | undefined> {
  const { rows } = await db.query<{ payload: string }>(sql`
    SELECT payload FROM oauth_token WHERE token_hash = ${hash} AND kind = ${kind}`)
  return rows[0]
}

/** Spends a code or a refresh token; false if it is already spent. */
export async function consumeToken(db: Queries, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    UPDATE oauth_token SET consumed_at = now() WHERE token_hash = ${hash} AND consumed_at IS NULL`)
  return rowCount === 1
}

/** Ends the grant that a token belongs to; undefined if it has already ended. */
export async function deleteGrantOf(
  tx: Queries,
  hash: Buffer,
): Promise<{ accountId: string; clientId: string; clientName: string } | undefined> {
  const { rows } = await tx.query<{ accountId: string; clientId: string; clientName: string }>(sql`
    DELETE FROM oauth_grant g USING oauth_client c
    WHERE g.id = (SELECT grant_id FROM oauth_token WHERE token_hash = ${hash}) AND c.id = g.client_id
    RETURNING g.account_id::text AS "accountId", c.id::text AS "clientId", c.display_name AS "clientName"`)
  return rows[0]
}

export async function deleteToken(db: Queries, hash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM oauth_token WHERE token_hash = ${hash}`)
}

export async function upsertInteraction(
  db: Queries,
  interaction: { hash: Buffer; payload: string; lifetime: number },
): Promise<void> {
  await db.query(sql`
    INSERT INTO oauth_interaction (id_hash, payload, expires_at)
    VALUES (${interaction.hash}, ${interaction.payload}, now() + make_interval(secs => ${interaction.lifetime}))
    ON CONFLICT (id_hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`)
}

export async function readInteraction(db: Queries, hash: Buffer): Promise<string | undefined> {
  const { rows } = await db.query<{ payload: string }>(sql`
    SELECT payload FROM oauth_interaction WHERE id_hash = ${hash} AND expires_at > now()`)
  return rows[0]?.payload
}

/** False if it no longer exists: an interaction ends once. */
export async function deleteInteraction(db: Queries, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(sql`DELETE FROM oauth_interaction WHERE id_hash = ${hash}`)
  return rowCount === 1
}
