import { newId, parseUuid } from '@agora/shared/contracts/ids'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
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

/** The days after which a client's refresh tokens need a new consent. */
export const GRANT_DAYS = 180

/** A client by its id or its key. */
export async function readOauthClient(db: Queries, idOrKey: string): Promise<OauthClientRow | undefined> {
  const id = parseUuid(idOrKey)
  if (id === undefined && !isClientKey(idOrKey)) return undefined
  return db.maybeOne<OauthClientRow>(sql`
    SELECT id::text, key, display_name AS "displayName", app_uri AS "appUri", callback_uri AS "callbackUri",
      ARRAY[callback_uri] || other_callback_uris AS "callbackUris", pkce, secret_hash AS "secretHash",
      secret_digest AS "secretDigest", credential_version AS "credentialVersion", allowed_scopes AS "allowedScopes"
    FROM oauth_client WHERE ${raw(id === undefined ? 'key' : 'id')} = ${id ?? idOrKey}`)
}

/** Whose session is active, and when they last showed that they know the password. */
export interface SignIn {
  accountId: string
  confirmedAt: Date
}

export const readSignIn = (db: Queries, sessionId: string) =>
  db.maybeOne<SignIn>(sql`
    SELECT account_id::text AS "accountId", confirmed_at AS "confirmedAt"
    FROM session WHERE id = ${sessionId} AND expires_at > now()`)

export const readUsername = (db: Queries, accountId: string) =>
  db.scalar<string>(sql`SELECT username FROM account WHERE id = ${accountId}::uuid`)

/** The grants that a member may have; the least recently used gives way. */
const MAX_GRANTS = 100
/** The requests that may wait for a member's consent; the oldest gives way. */
const MAX_WAITING = 10
/** Locks an account until the transaction ends, so that simultaneous insertions count each other. */
const lockAccount = (tx: Transaction, id: string) =>
  tx.query(sql`SELECT FROM account WHERE id = ${id}::uuid FOR NO KEY UPDATE`)

/**
 * Records what the member of a session grants a client. The same granted before holds anew.
 * Undefined if the session has ended: between a consent and a sign-out, ban or new password, whichever commits first wins.
 */
export async function insertGrant(
  tx: Transaction,
  grant: { sessionId: string; accountId: string; clientId: string; scopes: readonly string[] },
): Promise<{ id: string; isNew: boolean } | undefined> {
  // The account before the session, as a new password takes them.
  await lockAccount(tx, grant.accountId)
  const granted = await tx.maybeOne<{ id: string; isNew: boolean }>(sql`
    WITH consenting AS (
      SELECT s.account_id, a.credential_version FROM session s JOIN account a ON a.id = s.account_id
      WHERE s.id = ${grant.sessionId} AND s.account_id = ${grant.accountId}::uuid AND s.expires_at > now() FOR SHARE
    ), renewed AS (
      UPDATE oauth_grant g SET expires_at = now() + make_interval(days => ${GRANT_DAYS}), last_used_at = now()
      FROM consenting
      WHERE g.id = (
        SELECT id FROM oauth_grant
        WHERE account_id = ${grant.accountId}::uuid AND client_id = ${grant.clientId}::uuid AND expires_at > now()
          AND scopes @> ${grant.scopes}::text[] AND scopes <@ ${grant.scopes}::text[]
          AND credential_version = (SELECT credential_version FROM consenting)
        ORDER BY id DESC LIMIT 1
      )
      RETURNING g.id
    ), made AS (
      INSERT INTO oauth_grant (id, account_id, client_id, credential_version, scopes, expires_at)
      SELECT ${newId()}, account_id, ${grant.clientId}, credential_version, ${grant.scopes},
        now() + make_interval(days => ${GRANT_DAYS})
      FROM consenting WHERE NOT EXISTS (SELECT FROM renewed)
      RETURNING id
    )
    SELECT id::text, false AS "isNew" FROM renewed UNION ALL SELECT id::text, true FROM made`)
  await tx.query(sql`
    DELETE FROM oauth_grant WHERE id IN (
      SELECT id FROM oauth_grant WHERE account_id = ${grant.accountId}::uuid
      ORDER BY coalesce(last_used_at, created_at) DESC, id DESC OFFSET ${MAX_GRANTS}
    )`)
  return granted
}

/** A valid grant: not expired, its member neither banned nor with a changed password. */
export const readGrant = (db: Queries, id: string) =>
  db.maybeOne<GrantRow>(sql`
    SELECT g.id::text, g.account_id::text AS "accountId", g.client_id::text AS "clientId", g.scopes,
      g.created_at AS "createdAt", g.expires_at AS "expiresAt", c.allowed_scopes AS "allowedScopes"
    FROM oauth_grant g
    JOIN oauth_client c ON c.id = g.client_id
    JOIN account a ON a.id = g.account_id AND a.credential_version = g.credential_version
    WHERE g.id = ${id} AND g.expires_at > now() AND NOT ${raw(isBanned)}`)

/** The grant of a member to a client that covers these scopes and holds longest. */
export const readCoveringGrant = (
  db: Queries,
  wanted: { accountId: string; clientId: string; scopes: readonly string[] },
) =>
  db.maybeScalar<string>(sql`
    SELECT g.id::text FROM oauth_grant g
    JOIN account a ON a.id = g.account_id AND a.credential_version = g.credential_version
    WHERE g.account_id = ${wanted.accountId}::uuid AND g.client_id = ${wanted.clientId}::uuid
      AND g.scopes @> ${wanted.scopes}::text[] AND g.expires_at > now()
    ORDER BY g.expires_at DESC, g.id DESC LIMIT 1`)

/** What applications are told of a member. */
export interface ProfileRow {
  displayName: string
  changedAt: Date
  /** The first verified address. */
  email: string | null
}

export const readProfile = (db: Queries, accountId: string) =>
  db.maybeOne<ProfileRow>(sql`
    SELECT a.display_name AS "displayName", coalesce(a.renamed_at, a.created_at) AS "changedAt", (
      SELECT l.display_name FROM user_link l
      WHERE l.account_id = a.id AND l.type = 'Email' AND l.ended_at IS NULL
      ORDER BY l.rank, l.started_at, l.id LIMIT 1
    ) AS email
    FROM account a WHERE a.id = ${accountId}::uuid`)

export async function upsertInteraction(
  tx: Transaction,
  interaction: { hash: Buffer; accountId: string; payload: string; lifetime: number },
): Promise<void> {
  const { hash, accountId, payload, lifetime } = interaction
  await lockAccount(tx, accountId)
  await tx.query(sql`
    INSERT INTO oauth_interaction (id_hash, account_id, payload, expires_at)
    SELECT ${hash}, id, ${payload}, now() + make_interval(secs => ${lifetime})
    FROM account WHERE id = ${accountId}::uuid
    ON CONFLICT (id_hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`)
  await tx.query(sql`
    DELETE FROM oauth_interaction WHERE id_hash IN (
      SELECT id_hash FROM oauth_interaction WHERE account_id = ${accountId}::uuid
      ORDER BY expires_at DESC, id_hash OFFSET ${MAX_WAITING}
    )`)
}

export const readInteraction = (db: Queries, hash: Buffer) =>
  db.maybeScalar<string>(sql`
    SELECT payload FROM oauth_interaction WHERE id_hash = ${hash} AND expires_at > now()`)

/** False if it no longer exists: an interaction ends once. */
export const deleteInteraction = (db: Queries, hash: Buffer) =>
  db.hasRows(sql`DELETE FROM oauth_interaction WHERE id_hash = ${hash}`)
