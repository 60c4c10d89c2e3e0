import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { attemptAddress } from '../attempts/address.ts'
import type { Context } from '../context.ts'
import { type Identity, unresolvable, userPrincipal } from './identity.ts'
import { type ClientRow, type LoginRow, readClient, readLogin } from './store.ts'

/** Wrong passwords of one login from one address that are judged within the window; later ones are not even hashed. */
const MAX_WRONG = 10

const clientKey = /^[a-z_][a-z0-9_]{1,31}@clients$/
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

interface Login {
  login: string
  password: string
}

/** Reads the parameter of the Basic scheme (RFC 7617, UTF-8). */
export function parseBasic(parameter: string): Login | undefined {
  if (!base64.test(parameter)) return undefined
  const text = Buffer.from(parameter, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  return { login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** What a password is judged against. */
interface Subject {
  id: string
  hash: string | null
  version: number
}

/**
 * Resolves HTTP Basic: a member by username, email or id and password, a client by key and secret.
 * A pair that was right is remembered as a keyed hash together with the version of the credentials it was right
 * for, which every request reads afresh; so one hash is worked out per change, not per request.
 */
export function basicResolver(context: Context) {
  const { pool, attempts, passwords } = context
  const secret = randomBytes(32)
  const right = new LRUCache<string, true>({ max: 10_000 })
  const underWay = new Map<string, Promise<boolean>>()

  const hashAttempt = async (subject: Subject | undefined, password: string, counter: string) => {
    if (!(await attempts.admit(counter, MAX_WRONG))) return false
    if (!(await passwords.verify(subject?.hash ?? null, password))) return false
    await attempts.reset(counter)
    return true
  }

  const judge = async (
    subject: Subject | undefined,
    { login, password }: Login,
    counter: string,
    wrong: number,
  ) => {
    if (wrong >= MAX_WRONG) return false
    const proof = createHmac('sha256', secret)
      .update(JSON.stringify([login, password, subject?.id, subject?.version]))
      .digest('base64')
    if (subject && right.has(proof)) {
      if (wrong > 0) await attempts.reset(counter)
      return true
    }
    const leader = underWay.get(proof)
    if (leader) {
      // Parallel requests with one pair share its hash; each counts when it was wrong.
      const verdict = await leader
      if (!verdict) await attempts.admit(counter, MAX_WRONG)
      return verdict
    }
    const attempt = hashAttempt(subject, password, counter).finally(() => underWay.delete(proof))
    underWay.set(proof, attempt)
    const verdict = await attempt
    if (verdict) right.set(proof, true)
    return verdict
  }

  const resolveClient = async (given: Login, address: string): Promise<Identity> => {
    const counter = `client:${given.login}:${address}`
    const [row, wrong] = await Promise.all([readClient(pool, given.login), attempts.count(counter)])
    if (!(await judge(row && clientSubject(row), given, counter, wrong)) || !row) return unresolvable
    const client = { id: row.id, key: row.key, displayName: row.display_name }
    return { principal: { kind: 'client', id: row.id }, credential: { kind: 'client', client } }
  }

  const resolveMember = async (given: Login, address: string): Promise<Identity> => {
    const counter = `basic:${given.login.toLowerCase()}:${address}`
    const [row, wrong] = await Promise.all([
      readLogin(pool, given.login, { ids: true }),
      attempts.count(counter),
    ])
    if (!(await judge(row && memberSubject(row), given, counter, wrong)) || !row || row.banned)
      return unresolvable
    return { principal: userPrincipal(row, 'full'), credential: { kind: 'basic' } }
  }

  return async (parameter: string, request: FastifyRequest): Promise<Identity> => {
    const given = parseBasic(parameter)
    if (!given) return unresolvable
    const address = attemptAddress(request.ip)
    return clientKey.test(given.login) ? resolveClient(given, address) : resolveMember(given, address)
  }
}

const clientSubject = (row: ClientRow): Subject => ({
  id: row.id,
  hash: row.secret_hash,
  version: row.credential_version,
})
const memberSubject = (row: LoginRow): Subject => ({
  id: row.id,
  hash: row.password_hash,
  version: row.credential_version,
})
