import type { Snapshot } from '@agora/shared/database/snapshot'
import type { LineOf } from '../format/lines.ts'
import { readClients, readEarlier, readGameLinks, readNames, readRoles, readUsers } from './store-people.ts'

const iso = (time: Date) => time.toISOString()
const timed = <Name extends string>(name: Name, time: Date | null) =>
  (time ? { [name]: iso(time) } : {}) as { [Key in Name]?: string }

/** How an account here has scrypt-kdf's bytes. */
const hashOf = (bytes: Buffer) => `scrypt:${bytes.toString('base64')}`

/** Somebody without a username gets one that is nobody else's. */
const usernameOf = (id: string) => `member_${id.slice(-12)}`

/** Accounts; adds to `left` how many have no way to sign in. */
export async function* linesOfUsers(
  source: Snapshot,
  key: string,
  left: string[],
): AsyncGenerator<LineOf<'user'>> {
  const counts = { unnamed: 0, closed: 0 }
  for await (const row of readUsers(source, key)) {
    const { id, created_at, username, display_name, password, address, address_since } = row
    if (username === null) counts.unnamed += 1
    if (address === null && (password === null || username === null)) counts.closed += 1
    yield {
      type: 'user',
      id,
      username: username ?? usernameOf(id),
      display_name,
      ...timed('created_at', created_at),
      ...(password ? { password_hash: hashOf(password) } : {}),
      emails: address === null ? [] : [{ address, ...timed('since', address_since) }],
    }
  }
  const earlier = await readEarlier(source)
  if (earlier.usernames > 0) left.push(`${earlier.usernames} earlier usernames of accounts were not taken`)
  if (earlier.addresses > 0) left.push(`${earlier.addresses} earlier addresses of accounts were not taken`)
  if (counts.unnamed > 0)
    left.push(`${counts.unnamed} accounts had no username: they are member_ with the end of their id`)
  if (counts.closed > 0)
    left.push(
      `${counts.closed} accounts have no address, and no username or no password: an administrator has to give them one`,
    )
}

/** The names that accounts had before, each once for the time that it lasted. */
export async function* linesOfNames(source: Snapshot): AsyncGenerator<LineOf<'display_name'>> {
  let last: { id: string; display_name: string; since: Date } | undefined
  for await (const { id, display_name, since } of readNames(source)) {
    const isSame = last?.id === id && last.display_name === display_name
    if (last?.id === id && !isSame)
      yield {
        type: 'display_name',
        user: id,
        display_name: last.display_name,
        since: iso(last.since),
        until: iso(since),
      }
    if (!isSame) last = { id, display_name, since }
  }
}

export async function* linesOfGameLinks(source: Snapshot): AsyncGenerator<LineOf<'game_link'>> {
  for await (const row of readGameLinks(source)) {
    const { user_id, game, server, account, since, linked_by, until, unlinked_by } = row
    yield {
      type: 'game_link',
      id: [game, server, account, since.getTime()].filter((part) => part !== null).join('.'),
      user: user_id,
      game,
      server,
      account,
      since: iso(since),
      linked_by,
      until: until && iso(until),
      unlinked_by,
    }
  }
}

/** Applications. Their libraries know no PKCE, and each has a secret. */
export async function* linesOfClients(source: Snapshot, key: string): AsyncGenerator<LineOf<'oauth_client'>> {
  for await (const row of readClients(source, key)) {
    const { id, created_at, display_name, app_uri, callback_uri, secret } = row
    yield {
      type: 'oauth_client',
      id,
      // One that a member owns has no key: it goes on by its id.
      key: row.key ?? `client_${id.slice(-12)}@clients`,
      display_name,
      app_uri,
      callback_uris: [callback_uri],
      secret_hash: hashOf(secret),
      pkce: 'optional',
      ...timed('created_at', created_at),
    }
  }
}

export async function* linesOfRoles(source: Snapshot): AsyncGenerator<LineOf<'role'>> {
  for await (const { user_id, section, since, granted_by } of readRoles(source))
    yield {
      type: 'role',
      user: user_id,
      role: section === null ? 'Administrator' : 'Moderator',
      section,
      since: iso(since),
      granted_by,
    }
}
