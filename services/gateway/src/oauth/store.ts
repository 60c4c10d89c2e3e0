import { newId, parseUuid } from '@agora/shared/contracts/ids'
import { type Queries, sql } from '@agora/shared/database/sql'
import type pg from 'pg'
import { isBanned } from '../credentials/store.ts'
import { isClientKey } from '../names/patterns.ts'

export interface OauthClientRow {
  id: string
  key: string
  displayName: string
  appUri: string
  callbackUri: string
  /** Null for a public client. */
  secretHash: string | null
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
export async function readOauthClient(pool: pg.Pool, idOrKey: string): Promise<OauthClientRow | undefined> {
  const id = parseUuid(idOrKey)
  if (id === undefined && !isClientKey(idOrKey)) return undefined
  const { rows } = await pool.query<OauthClientRow>(
    `SELECT id::text, key, display_name AS "displayName", app_uri AS "appUri", callback_uri AS "callbackUri",
       secret_hash AS "secretHash", allowed_scopes AS "allowedScopes"
     FROM oauth_client WHERE ${id === undefined ? 'key' : 'id'} = $1`,
    [id ?? idOrKey],
  )
  return rows[0]
}

/** The account of an active session. */
export async function readSessionAccount(pool: pg.Pool, sessionId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ accountId: string }>(
    `SELECT account_id::text AS "accountId" FROM session WHERE id = $1 AND expires_at > now()`,
    [sessionId],
  )
  return rows[0]?.accountId
}

/**
 * Records what the member of a session grants a client; returns the grant's id. Undefined if the session has ended:
 * between a consent and a sign-out, ban or new password, whichever commits first wins.
 */
export async function insertGrant(
  pool: pg.Pool,
  grant: { sessionId: string; clientId: string; scopes: readonly string[] },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO oauth_grant (id, account_id, client_id, credential_version, scopes, expires_at)
     SELECT $1, account_id, $2, credential_version, $3, now() + make_interval(days => ${GRANT_DAYS})
     FROM (
       SELECT s.account_id, a.credential_version FROM session s JOIN account a ON a.id = s.account_id
       WHERE s.id = $4 AND s.expires_at > now() FOR SHARE
     ) AS consenting
     RETURNING id::text`,
    [newId(), grant.clientId, grant.scopes, grant.sessionId],
  )
  return rows[0]?.id
}

/** A valid grant: not expired, its member neither banned nor with a changed password. */
export async function readGrant(pool: pg.Pool, id: string): Promise<GrantRow | undefined> {
  const { rows } = await pool.query<GrantRow>(
    `SELECT g.id::text, g.account_id::text AS "accountId", g.client_id::text AS "clientId", g.scopes,
       g.created_at AS "createdAt", g.expires_at AS "expiresAt", c.allowed_scopes AS "allowedScopes"
     FROM oauth_grant g
     JOIN oauth_client c ON c.id = g.client_id
     JOIN account a ON a.id = g.account_id AND a.credential_version = g.credential_version
     WHERE g.id = $1 AND g.expires_at > now() AND NOT ${isBanned}`,
    [id],
  )
  return rows[0]
}

/** Ends a grant with all its codes and tokens. */
export async function deleteGrant(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(`DELETE FROM oauth_grant WHERE id = $1`, [id])
}

/** False if the grant was revoked meanwhile. */
export async function insertToken(pool: pg.Pool, token: NewToken): Promise<boolean> {
  const { hash, kind, grantId = null, clientId, scopes, payload, lifetime } = token
  const { rowCount } = await pool.query(
    `INSERT INTO oauth_token (token_hash, kind, grant_id, client_id, scopes, payload, expires_at)
     SELECT $1, $2, $3::uuid, $4, $5, $6, now() + make_interval(secs => $7)
     WHERE $3::uuid IS NULL OR EXISTS (SELECT FROM oauth_grant WHERE id = $3::uuid FOR SHARE)`,
    [hash, kind, grantId, clientId, scopes, payload, lifetime],
  )
  return rowCount === 1
}

export async function readTokenPayload(
  pool: pg.Pool,
  kind: TokenKind,
  hash: Buffer,
): Promise<{ payload: string } | undefined> {
  const { rows } = await pool.query<{ payload: string }>(
    `SELECT payload FROM oauth_token WHERE token_hash = $1 AND kind = $2`,
    [hash, kind],
  )
  return rows[0]
}

/** Spends a code or a refresh token; false if it is already spent. */
export async function consumeToken(pool: pg.Pool, hash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE oauth_token SET consumed_at = now() WHERE token_hash = $1 AND consumed_at IS NULL`,
    [hash],
  )
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

export async function deleteToken(pool: pg.Pool, hash: Buffer): Promise<void> {
  await pool.query(`DELETE FROM oauth_token WHERE token_hash = $1`, [hash])
}

export async function upsertInteraction(
  pool: pg.Pool,
  interaction: { hash: Buffer; payload: string; lifetime: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO oauth_interaction (id_hash, payload, expires_at)
     VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (id_hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
    [interaction.hash, interaction.payload, interaction.lifetime],
  )
}

export async function readInteraction(pool: pg.Pool, hash: Buffer): Promise<string | undefined> {
  const { rows } = await pool.query<{ payload: string }>(
    `SELECT payload FROM oauth_interaction WHERE id_hash = $1 AND expires_at > now()`,
    [hash],
  )
  return rows[0]?.payload
}

/** False if it no longer exists: an interaction ends once. */
export async function deleteInteraction(pool: pg.Pool, hash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(`DELETE FROM oauth_interaction WHERE id_hash = $1`, [hash])
  return rowCount === 1
}
