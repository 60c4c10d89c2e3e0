import { partsOf } from '@agora/shared/collections/parts'
import type { LineOf } from '../format/lines.ts'
import type { Keyspace } from './keyspace.ts'
import { type Hash, isLocalId, isSet, numberOf, textOf, timeOf } from './values.ts'

const AT_ONCE = 500

const comparable = (name: string) => name.normalize('NFC').toLowerCase()

/** Members by name, as mentions use it, and whose lines have been written. */
export class People {
  readonly #byName = new Map<string, string>()
  readonly #written = new Set<string>()

  named(name: string): string | undefined {
    return this.#byName.get(comparable(name))
  }

  add(user: Hash, uid: string): void {
    this.#written.add(uid)
    for (const field of ['username', 'userslug']) {
      const name = comparable(textOf(user, field))
      if (name !== '') this.#byName.set(name, uid)
    }
  }

  /** The id of an author, with the line of one without an account the first time. */
  author(uid: string): { id: string; line?: LineOf<'user'> } {
    if (this.#written.has(uid)) return { id: uid }
    const id = isLocalId(uid) ? uid : 'guest'
    if (this.#written.has(id)) return { id }
    this.#written.add(id)
    const name = id === 'guest' ? { display_name: 'Guest' } : {}
    return { id, line: { type: 'user', id, ...name } }
  }
}

export async function* readUsers(keys: Keyspace, people: People): AsyncGenerator<LineOf<'user'>> {
  const [joined = []] = await keys.sorted(['users:joindate'])
  for (const page of partsOf(
    joined.filter(({ value }) => isLocalId(value)),
    { count: AT_ONCE },
  )) {
    const users = await keys.hashes(page.map(({ value }) => `user:${value}`))
    for (const [index, user] of users.entries()) {
      const { value: uid, score } = page[index]!
      const line = user && userLine(user, uid, score)
      if (!line) continue
      people.add(user, uid)
      yield line
    }
  }
}

function userLine(user: Hash, uid: string, joined: number): LineOf<'user'> | undefined {
  const username = textOf(user, 'username')
  if (username === '') return undefined
  const hash = textOf(user, 'password')
  const email = textOf(user, 'email')
  return {
    type: 'user',
    id: uid,
    username,
    display_name: username,
    created_at: timeOf(numberOf(user, 'joindate') || joined),
    password_hash: hash === '' ? null : `${isSet(user, 'password:shaWrapped') ? 'sha512:' : ''}${hash}`,
    emails: email !== '' && isSet(user, 'email:confirmed') ? [{ address: email }] : [],
  }
}

/** The bans in force. */
export async function* readBans(keys: Keyspace): AsyncGenerator<LineOf<'ban'>> {
  const [banned = []] = await keys.sorted(['users:banned'])
  for (const { value: uid, score } of banned.filter(({ value }) => isLocalId(value))) {
    const [bans = []] = await keys.sorted([`uid:${uid}:bans:timestamp`])
    const last = bans.at(-1)
    const [ban = {}] = last ? await keys.hashes([last.value]) : []
    const expires = numberOf(ban, 'expire')
    const by = textOf(ban, 'fromUid')
    yield {
      type: 'ban',
      id: `${uid}.${score}`,
      user: uid,
      reason: textOf(ban, 'reason'),
      created_at: timeOf(numberOf(ban, 'timestamp') || score),
      ...(isLocalId(by) ? { created_by: by } : {}),
      ...(expires > 0 ? { expires_at: timeOf(expires) } : {}),
    }
  }
}
