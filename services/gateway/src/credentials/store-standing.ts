import type { Queries } from '@agora/shared/database/sql'
import { isBanned } from './store.ts'

/** How somebody authenticated, to be checked again later. */
export interface Standing {
  readonly userId: string
  readonly by:
    | { kind: 'session'; sessionId: string }
    | { kind: 'token'; tokenHash: Buffer }
    | { kind: 'basic'; credentialVersion: number }
}

const SESSIONS = `
  SELECT s.id::text AS key FROM session s JOIN account a ON a.id = s.account_id
  WHERE s.id = ANY($1::uuid[]) AND s.expires_at > now() AND NOT ${isBanned}`

const TOKENS = `
  SELECT encode(t.token_hash, 'base64') AS key FROM oauth_token t
  JOIN oauth_grant g ON g.id = t.grant_id
  JOIN account a ON a.id = g.account_id AND a.credential_version = g.credential_version
  WHERE t.token_hash = ANY($1::bytea[]) AND t.expires_at > now() AND t.kind = 'AccessToken' AND NOT ${isBanned}`

const ACCOUNTS = `
  SELECT a.id::text || ' ' || a.credential_version AS key FROM account a
  WHERE a.id = ANY($1::uuid[]) AND NOT ${isBanned}`

/** Identifies a credential among those of its kind. */
function keyOf({ userId, by }: Standing): string {
  if (by.kind === 'session') return by.sessionId
  if (by.kind === 'token') return by.tokenHash.toString('base64')
  return `${userId} ${by.credentialVersion}`
}

/**
 * Those that are no longer valid: signed out, revoked, expired, banned, or with a changed password. One statement per
 * kind.
 */
export async function findFallen<One extends Standing>(db: Queries, all: readonly One[]): Promise<One[]> {
  const ofKind = (kind: Standing['by']['kind']) => all.filter(({ by }) => by.kind === kind)
  const ask = async (asked: readonly One[], name: string, text: string, asValue: (one: One) => unknown) => {
    if (asked.length === 0) return []
    const values = [[...new Set(asked.map(asValue))]]
    const { rows } = await db.query<{ key: string }>({ name, text, values })
    const holding = new Set(rows.map(({ key }) => key))
    return asked.filter((one) => !holding.has(keyOf(one)))
  }
  const fallen = await Promise.all([
    ask(ofKind('session'), 'standing-sessions', SESSIONS, keyOf),
    ask(ofKind('token'), 'standing-tokens', TOKENS, ({ by }) => by.kind === 'token' && by.tokenHash),
    ask(ofKind('basic'), 'standing-accounts', ACCOUNTS, ({ userId }) => userId),
  ])
  return fallen.flat()
}
