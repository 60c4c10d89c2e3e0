import type { Queries } from '@agora/shared/database/sql'
import { hasFactor } from '../factors/store.ts'
import { allowedScopes, cutScopes } from '../oauth/scopes.ts'
import type { Authentication } from './authentication.ts'
import { isBanned } from './store.ts'

const SESSIONS = `
  SELECT s.id::text AS key, ${hasFactor} AS "hasFactor" FROM session s JOIN account a ON a.id = s.account_id
  WHERE s.id = ANY($1::uuid[]) AND s.expires_at > now() AND NOT ${isBanned}`

const TOKENS = `
  SELECT encode(t.token_hash, 'base64') AS key, t.scopes, c.allowed_scopes AS "allowedScopes",
    ${hasFactor} AS "hasFactor" FROM oauth_token t
  JOIN oauth_grant g ON g.id = t.grant_id
  JOIN oauth_client c ON c.id = g.client_id
  JOIN account a ON a.id = g.account_id AND a.credential_version = g.credential_version
  WHERE t.token_hash = ANY($1::bytea[]) AND t.expires_at > now() AND t.kind = 'AccessToken' AND NOT ${isBanned}`

const ACCOUNTS = `
  SELECT a.id::text || ' ' || a.credential_version AS key FROM account a
  WHERE a.id = ANY($1::uuid[]) AND NOT ${isBanned} AND NOT ${hasFactor}`

interface Row {
  key: string
  /** The scopes that a token was granted; undefined for other credentials. */
  scopes?: string[]
  allowedScopes?: unknown
  /** Undefined for HTTP Basic, which an account with one cannot use. */
  hasFactor?: boolean
}

/** Identifies a credential among those of its kind. */
function keyOf({ userId, by }: Authentication): string {
  if (by.kind === 'session') return by.sessionId
  if (by.kind === 'token') return by.tokenHash.toString('base64')
  return `${userId} ${by.credentialVersion}`
}

/** Whether a credential that was found still confers what it conferred. */
function holds({ by }: Authentication, row: Row | undefined): boolean {
  if (!row || by.kind !== 'token') return row !== undefined
  const left = cutScopes(row.scopes ?? [], allowedScopes(row.allowedScopes))
  return by.scopes.every((scope) => left.includes(scope))
}

/**
 * Those that are no longer valid: signed out, revoked, expired, banned, with a changed password, or whose client may do
 * less than it could; and, where roles need a second factor, whose account has lost its own. One statement per kind.
 */
export async function findEnded<One extends Authentication>(
  db: Queries,
  all: readonly One[],
  { rolesNeedFactor }: { rolesNeedFactor: boolean },
): Promise<One[]> {
  const ofKind = (kind: Authentication['by']['kind']) => all.filter(({ by }) => by.kind === kind)
  const ask = async (asked: readonly One[], name: string, text: string, asValue: (one: One) => unknown) => {
    if (asked.length === 0) return []
    const values = [[...new Set(asked.map(asValue))]]
    const rows = await db.all<Row>({ name, text, values })
    const found = new Map(rows.map((row) => [row.key, row]))
    const hasLostFactor = (one: One, row: Row | undefined) =>
      rolesNeedFactor && !one.isWithheld && row?.hasFactor === false
    return asked.filter((one) => {
      const row = found.get(keyOf(one))
      return !holds(one, row) || hasLostFactor(one, row)
    })
  }
  const fallen = await Promise.all([
    ask(ofKind('session'), 'valid-sessions', SESSIONS, keyOf),
    ask(ofKind('token'), 'valid-tokens', TOKENS, ({ by }) => by.kind === 'token' && by.tokenHash),
    ask(ofKind('basic'), 'valid-accounts', ACCOUNTS, ({ userId }) => userId),
  ])
  return fallen.flat()
}

/**
 * Whether the credentials are still valid. If so, they stay valid until the transaction ends: whoever would end them
 * waits.
 */
export async function holdAuthentication(tx: Queries, authentication: Authentication): Promise<boolean> {
  const { userId, by } = authentication
  const [text, value] =
    by.kind === 'session'
      ? [`${SESSIONS} FOR SHARE OF s`, [by.sessionId]]
      : by.kind === 'token'
        ? [`${TOKENS} FOR SHARE OF t`, [by.tokenHash]]
        : [`${ACCOUNTS} FOR SHARE OF a`, [userId]]
  const rows = await tx.all<Row>({ text, values: [value] })
  return rows.some((row) => row.key === keyOf(authentication) && holds(authentication, row))
}
