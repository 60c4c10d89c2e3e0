import { createHmac, randomBytes } from 'node:crypto'
import { utf8Of } from '@agora/shared/http/utf8'
import { seated } from '@agora/shared/limits/seats'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { WRONG_JUDGED } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { isClientKey } from '../names/patterns.ts'
import { judgePassword } from '../passwords/judge.ts'
import { type Identity, unresolvable, userPrincipal } from './identity.ts'
import { type ClientRow, type LoginRow, readClient, readLogin } from './store.ts'

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

interface Login {
  login: string
  password: string
}

/** Reads the parameter of the Basic scheme (RFC 7617, UTF-8); undefined if it has another form. */
export function parseBasic(parameter: string): Login | undefined {
  if (!base64.test(parameter)) return undefined
  const text = utf8Of(Buffer.from(parameter, 'base64'))
  const colon = text?.indexOf(':') ?? -1
  if (!text || colon < 1) return undefined
  return { login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** What wrong passwords count under. Clients are counted separately. */
interface Place {
  bySpelling: string
  /** All names of one account together. */
  byAccount?: string
  /** Counts every wrong password from there. */
  address?: string
}

/** The record that a password is checked against. */
interface Subject {
  id: string
  hash: string | null
  version: number
}

/**
 * Resolves HTTP Basic: a member by username, email or id and password, a client by key and secret. A correct pair is
 * cached as a keyed hash with the version of its credentials, which every request reads again: one hash is computed per
 * change, not per request.
 */
export function basicResolver(context: Context) {
  const { pool, limits, passwords } = context
  const secret = randomBytes(32)
  const right = new LRUCache<string, true>({ max: 10_000 })
  const underWay = new Map<string, Promise<boolean>>()

  const hashAttempt = async (subject: Subject | undefined, password: string, place: Place) => {
    const bySpelling = await limits.basic.take(place.bySpelling)
    if (!bySpelling) return false
    const byAccount = place.byAccount ? await limits.basic.take(place.byAccount) : undefined
    const isOpen = !place.byAccount || byAccount !== undefined
    // If the account is closed to this address, the response time must not reveal whether another name is also its own.
    const hash = isOpen ? (subject?.hash ?? null) : null
    // What is refused for load has told nobody whether it was right.
    const isRight = await seated([bySpelling, byAccount], () =>
      place.address === undefined
        ? passwords.verify(hash, password)
        : judgePassword(context, hash, password, place.address),
    )
    if (isRight) await free(place)
    return isRight
  }

  const free = async ({ bySpelling, byAccount }: Place) => {
    await Promise.all([bySpelling, ...(byAccount ? [byAccount] : [])].map((key) => limits.basic.free(key)))
  }

  const judge = async (subject: Subject | undefined, { login, password }: Login, place: Place) => {
    const [wrong, wrongInAll] = await Promise.all([
      limits.basic.count(place.bySpelling),
      place.byAccount ? limits.basic.count(place.byAccount) : 0,
    ])
    if (wrong >= WRONG_JUDGED) return false
    const proof = createHmac('sha256', secret)
      .update(JSON.stringify([login, password, subject?.id, subject?.version]))
      .digest('base64')
    if (subject && right.has(proof) && wrongInAll < WRONG_JUDGED) {
      if (wrong > 0 || wrongInAll > 0) await free(place)
      return true
    }
    const leader = underWay.get(proof)
    if (leader) {
      // Parallel requests with one pair share its hash; each one counts if it was wrong.
      const verdict = await leader
      if (!verdict) await limits.basic.take(place.bySpelling)
      return verdict
    }
    const attempt = hashAttempt(subject, password, place).finally(() => underWay.delete(proof))
    underWay.set(proof, attempt)
    const verdict = await attempt
    if (verdict) right.set(proof, true)
    return verdict
  }

  const resolveClient = async (given: Login, address: string): Promise<Identity> => {
    const row = await readClient(pool, given.login)
    const place = { bySpelling: `client ${given.login} ${address}` }
    if (!(await judge(row && clientSubject(row), given, place)) || !row) return unresolvable
    const client = { id: row.id, key: row.key, displayName: row.displayName }
    return { principal: { kind: 'client', id: row.id }, credential: { kind: 'client', client } }
  }

  const resolveMember = async (given: Login, address: string): Promise<Identity> => {
    const row = await readLogin(pool, given.login, { ids: true })
    const place = {
      address,
      bySpelling: `login ${given.login.toLowerCase()} ${address}`,
      ...(row ? { byAccount: `account ${row.id} ${address}` } : {}),
    }
    if (!(await judge(row && memberSubject(row), given, place)) || !row || row.banned) return unresolvable
    return {
      principal: userPrincipal(row, 'full'),
      credential: { kind: 'basic', credentialVersion: row.credentialVersion },
    }
  }

  return async (parameter: string, request: FastifyRequest): Promise<Identity> => {
    const given = parseBasic(parameter)
    if (!given) return unresolvable
    const address = networkOf(request.ip)
    return isClientKey(given.login) ? resolveClient(given, address) : resolveMember(given, address)
  }
}

const clientSubject = (row: ClientRow): Subject => ({
  id: row.id,
  hash: row.secretHash,
  version: row.credentialVersion,
})
const memberSubject = (row: LoginRow): Subject => ({
  id: row.id,
  hash: row.passwordHash,
  version: row.credentialVersion,
})
