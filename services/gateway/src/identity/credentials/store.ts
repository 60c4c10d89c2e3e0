import { parseUuid } from '@agora/shared/contracts/ids'
import { USERNAME } from '@agora/shared/contracts/names'
import { batched, oldest, padded } from '@agora/shared/database/batching'
import { prepared, type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { hasFactor } from '../factors/store.ts'
import type { Visitor } from './visitor.ts'

/** An account as a request's credentials find it. */
export interface AccountRow {
  id: string
  displayName: string
  isAdministrator: boolean
  createdAt: Date
  /** The time zone that its member chose, if any. */
  zone?: string | null
  /** Whether it has a second factor. */
  hasFactor: boolean
}

export interface SessionRow extends AccountRow {
  sessionId: string
  expiresAt: Date
  lastSeenAt: Date
  isRecent: boolean
}

export interface LoginRow extends AccountRow {
  passwordHash: string | null
  credentialVersion: number
  banned: boolean
}

export interface ClientRow {
  id: string
  key: string
  displayName: string
  secretHash: string | null
  secretDigest: string | null
  credentialVersion: number
}

/** An access token with its client and, unless it is the client's own, its member. */
export type TokenRow = {
  scopes: string[]
  grantId: string | null
  lastUsedAt: Date | null
  clientId: string
  clientKey: string
  clientName: string
  allowedScopes: unknown
} & (AccountRow | { id: null })

/** The days for which a session lives on after its last use. */
export const SESSION_DAYS = 30
/** In one statement. */
const MAX_SESSIONS = 64

/** The configured administrator, or one whom another administrator has named. */
export const isAdministrator = '(a.administrator_name IS NOT NULL OR a.administrator_since IS NOT NULL)'

// These run on every request with credentials: one indexed statement each, prepared once per connection, built once.
const account = `a.id::text, a.display_name AS "displayName", a.created_at AS "createdAt",
  ${isAdministrator} AS "isAdministrator", ${hasFactor} AS "hasFactor"`
export const isBanned = `EXISTS (
  SELECT FROM ban b WHERE b.account_id = a.id AND b.is_current AND (b.expires_at IS NULL OR b.expires_at > now()))`

/** How long a sign-in or a confirmation is recent, in minutes. */
export const RECENT_MINUTES = 15
export const isRecentSession = `s.confirmed_at > now() - interval '${RECENT_MINUTES} minutes'`

/** Reads the session with this hash, unless it has expired or its account is banned. */
const sessionSql = (hash: string) => `
  SELECT ${account}, a.time_zone AS zone, s.id::text AS "sessionId", s.expires_at AS "expiresAt", s.last_seen_at AS "lastSeenAt",
    ${isRecentSession} AS "isRecent"
  FROM session s JOIN account a ON a.id = s.account_id
  WHERE s.token_hash = ${hash} AND s.expires_at > now() AND NOT ${isBanned}`
const SESSION = { name: 'read-session', text: sessionSql('$1') }
const SESSIONS = {
  name: 'read-sessions',
  text: `SELECT asked.place::int, found.* FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place)
    CROSS JOIN LATERAL (${sessionSql('asked.hash')} LIMIT 1) AS found`,
}

/** Reads the session of a cookie by its hash; null if it has expired or its account is banned. */
export type ReadSession = (tokenHash: Buffer) => Promise<SessionRow | null>

/** A busy gateway reads many sessions, and one statement for sixteen costs little more than two. */
export function createSessionReader(db: Queries): ReadSession {
  return batched<Buffer, SessionRow | null>({
    portion: oldest(MAX_SESSIONS),
    alone: async (hash) => (await db.maybeOne<SessionRow>({ values: [hash], ...SESSION })) ?? null,
    together: async (hashes) => {
      const values = [padded(hashes)]
      const rows = await db.all<SessionRow & { place: number }>({ values, ...SESSIONS })
      const found = new Map(rows.map((row) => [row.place, row]))
      return new Map(hashes.map((hash, index) => [hash, found.get(index + 1) ?? null]))
    },
  })
}

/**
 * Records where a session is used from, at most once a minute, and that its account was seen, at most once an hour; `extended`
 * moves its end. A session that has ended stays ended. Nobody waits for an account that is being changed.
 */
export async function useSession(
  db: Queries,
  sessionId: string,
  { address, userAgent }: Visitor,
  { extended }: { extended: boolean },
): Promise<void> {
  await db.query(sql`
    WITH used AS (
      UPDATE session SET last_seen_at = now(), address = ${address}, user_agent = ${userAgent},
        expires_at = CASE WHEN ${extended} THEN now() + make_interval(days => ${SESSION_DAYS}) ELSE expires_at END
      WHERE id = ${sessionId} AND (${extended} OR last_seen_at <= now() - interval '1 minute')
      RETURNING account_id
    )
    UPDATE account SET last_seen_at = now() WHERE id IN (
      SELECT a.id FROM account a JOIN used ON used.account_id = a.id
      WHERE a.last_seen_at IS NULL OR a.last_seen_at <= now() - interval '1 hour'
      FOR NO KEY UPDATE OF a SKIP LOCKED
    )`)
}

const loginBy = (name: string, where: string) => ({
  name: `read-login-by-${name}`,
  text: `SELECT ${account}, a.password_hash AS "passwordHash", a.credential_version AS "credentialVersion",
    ${isBanned} AS banned
    FROM account a WHERE ${where}`,
})
const byId = loginBy('id', 'a.id = $1')
const byUsername = loginBy('username', 'a.username = $1')
const byEmail = loginBy(
  'email',
  `a.id = (SELECT account_id FROM user_link WHERE type = 'Email' AND external_id = lower($1) AND ended_at IS NULL)`,
)
const username = new RegExp(USERNAME)

/**
 * A login as it is compared: keyboards put capitals at its beginning, blanks at its end, and wide letters into it; what is
 * pasted brings marks that nobody sees.
 */
export const plainLogin = (login: string): string =>
  login
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase()

/** The account that a login names: a username, a verified email or, if `ids` are accepted, an id. */
export async function readLogin(
  db: Queries,
  login: string,
  { ids }: { ids: boolean },
): Promise<LoginRow | undefined> {
  const id = ids ? parseUuid(login) : undefined
  const name = plainLogin(login)
  const query =
    id !== undefined ? byId : name.includes('@') ? byEmail : username.test(name) ? byUsername : undefined
  if (!query || name.includes('\0')) return undefined
  return db.maybeOne<LoginRow>({ values: [id ?? name], ...query })
}

/** The client with this key, `name@clients`. */
export const readClient = (db: Queries, key: string) =>
  db.maybeOne<ClientRow>(
    prepared(
      'read-client',
      sql`SELECT id::text, key, display_name AS "displayName", secret_hash AS "secretHash",
          secret_digest AS "secretDigest", credential_version AS "credentialVersion"
        FROM oauth_client WHERE key = ${key}`,
    ),
  )

/**
 * The access token with this hash, unless it has expired, its grant was revoked, or its member was banned or has
 * changed the password since.
 */
export const readToken = (db: Queries, tokenHash: Buffer) =>
  db.maybeOne<TokenRow>(
    prepared(
      'read-token',
      sql`SELECT ${raw(account)}, t.scopes, g.id::text AS "grantId", g.last_used_at AS "lastUsedAt", c.id::text AS "clientId",
        c.key AS "clientKey", c.display_name AS "clientName", c.allowed_scopes AS "allowedScopes"
      FROM oauth_token t
      JOIN oauth_client c ON c.id = t.client_id
      LEFT JOIN oauth_grant g ON g.id = t.grant_id
      LEFT JOIN account a ON a.id = g.account_id
        AND a.credential_version = g.credential_version AND NOT ${raw(isBanned)}
      WHERE t.token_hash = ${tokenHash} AND t.expires_at > now() AND t.kind IN ('AccessToken', 'ClientCredentials')
        AND (t.kind = 'ClientCredentials' OR a.id IS NOT NULL)`,
    ),
  )

/** Records that a member's grant is used, at most once a minute. */
export async function useGrant(db: Queries, grantId: string): Promise<void> {
  await db.query(sql`
    UPDATE oauth_grant SET last_used_at = now()
    WHERE id = ${grantId} AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')`)
}

/** The sessions that an account may have at a time. */
const MAX_SESSIONS_OF_ACCOUNT = 50

/**
 * Opens a session, unless the account's credentials have changed since they were verified at `credentialVersion` (new
 * password, ban, a second factor that was not shown): whichever commits first wins. Undefined if they have. Of too many
 * sessions the least recently used end: their ids are returned. The account stays locked until the end of the transaction,
 * so that simultaneous sign-ins count each other.
 */
export async function insertSession(
  tx: Transaction,
  session: {
    id: string
    tokenHash: Uint8Array
    accountId: string
    credentialVersion: number
    showedFactor: boolean
    visitor: Visitor
  },
): Promise<string[] | undefined> {
  const { id, tokenHash, accountId, credentialVersion, showedFactor, visitor } = session
  // By a statement of its own: the next one sees what was written while this one waited.
  await tx.query(sql`UPDATE account SET last_seen_at = now() WHERE id = ${accountId}::uuid`)
  const isInserted = await tx.hasRows(sql`
    INSERT INTO session (id, token_hash, account_id, expires_at, address, user_agent, showed_factor)
    SELECT ${id}::uuid, ${tokenHash}, a.id, now() + make_interval(days => ${SESSION_DAYS}::int),
      ${visitor.address}, ${visitor.userAgent}, ${showedFactor}
    FROM account a WHERE a.id = ${accountId}::uuid AND a.credential_version = ${credentialVersion}
      AND (${showedFactor} OR NOT ${raw(hasFactor)})`)
  if (!isInserted) return undefined
  return tx.scalars<string>(sql`
    DELETE FROM session WHERE id IN (
      SELECT id FROM session WHERE account_id = ${accountId}::uuid AND id <> ${id}::uuid
      ORDER BY last_seen_at DESC, id DESC OFFSET ${MAX_SESSIONS_OF_ACCOUNT - 1}
    ) RETURNING id::text`)
}

/** False if the account has no such session, or no longer. */
export const deleteSession = (tx: Transaction, accountId: string, id: string) =>
  tx.hasRows(sql`
    DELETE FROM session WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND expires_at > now()`)

/** Ends an account's sessions except the one to keep; returns how many. */
export const deleteSessions = (tx: Transaction, accountId: string, kept?: string) =>
  tx.rowCount(sql`
    DELETE FROM session WHERE account_id = ${accountId}::uuid AND id IS DISTINCT FROM ${kept ?? null}::uuid`)
