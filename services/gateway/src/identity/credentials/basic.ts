import { createHmac, randomBytes } from 'node:crypto'
import { utf8Of } from '@agora/shared/http/utf8'
import { onSlots } from '@agora/shared/limits/sliding-window'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { WRONG_JUDGED } from '../limits/limits.ts'
import { isClientKey } from '../names/patterns.ts'
import { type Asker, askerOf } from '../passwords/asker.ts'
import { noteGuess, slowGuesses } from '../passwords/guesses.ts'
import { type Identity, unresolvable, userPrincipal } from './identity.ts'
import { type LoginRow, plainLogin, readClient, readLogin } from './store.ts'

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

const isSame = (one: LoginRow, other: LoginRow): boolean =>
  one.credentialVersion === other.credentialVersion &&
  one.banned === other.banned &&
  one.hasFactor === other.hasFactor

/** What wrong passwords count under. Clients are counted separately. */
interface AttemptKeys {
  bySpelling: string
  /** All names of one account together; a name of none counts by itself, so that it takes as long. */
  byAccount?: string
}

/** What a password is checked against. */
interface Subject {
  id: string | undefined
  version: number
  keys: AttemptKeys
  hasFactor?: boolean | undefined
  /** Computes the hash; false if the credentials have changed meanwhile. Where it is not open, no password is right. */
  verify(password: string, isOpen: boolean): Promise<boolean>
}

type Judge = (subject: Subject, login: Login, asker: Asker) => Promise<boolean>

/**
 * Whether a pair is right. A correct one is cached as a keyed hash with the version of its credentials, which every request
 * reads again: one hash is computed per change, not per request.
 */
function createJudge({ limits }: Context): Judge {
  const secret = randomBytes(32)
  const right = new LRUCache<string, true>({ max: 10_000 })
  const underWay = new Map<string, Promise<boolean>>()

  const hashAttempt = async ({ keys, verify }: Subject, password: string) => {
    const bySpelling = await limits.basic.take(keys.bySpelling)
    if (!bySpelling) return false
    const byAccount = keys.byAccount ? await limits.basic.take(keys.byAccount) : undefined
    const isOpen = !keys.byAccount || byAccount !== undefined
    // What is refused for load has told nobody whether it was right.
    const isRight = await onSlots([bySpelling, byAccount], () => verify(password, isOpen))
    if (isRight) await free(keys)
    return isRight
  }

  const free = async ({ bySpelling, byAccount }: AttemptKeys) => {
    await Promise.all([bySpelling, ...(byAccount ? [byAccount] : [])].map((key) => limits.basic.free(key)))
  }

  return async (subject, { login, password }, asker) => {
    const { id, version, hasFactor = false, keys } = subject
    const [wrong, wrongInAll] = await Promise.all([
      limits.basic.count(keys.bySpelling),
      keys.byAccount ? limits.basic.count(keys.byAccount) : 0,
    ])
    if (wrong >= WRONG_JUDGED) return false
    const proof = createHmac('sha256', secret)
      .update(JSON.stringify([login, password, id, version, hasFactor]))
      .digest('base64')
    if (right.has(proof) && wrongInAll < WRONG_JUDGED) {
      if (wrong > 0 || wrongInAll > 0) await free(keys)
      return true
    }
    const key = `${asker.network} ${proof}`
    const leader = underWay.get(key)
    if (leader) {
      // Parallel requests with one pair share its hash; each one counts if it was wrong.
      const verdict = await asker.withoutPermit(() => leader)
      if (!verdict) await limits.basic.take(keys.bySpelling)
      return verdict
    }
    const attempt = hashAttempt(subject, password).finally(() => underWay.delete(key))
    underWay.set(key, attempt)
    const verdict = await asker.withoutPermit(() => attempt)
    if (verdict) right.set(proof, true)
    return verdict
  }
}

/** Resolves HTTP Basic: a member by username, email or id and password, a client by key and secret. */
export function basicResolver(context: Context) {
  const { pool, passwords } = context
  const judge = createJudge(context)

  const resolveClient = async (given: Login, asker: Asker): Promise<Identity> => {
    const row = await readClient(pool, given.login)
    // Names of clients are no secret: an unknown one costs nothing.
    if (!row) return unresolvable
    const subject: Subject = {
      id: row.id,
      version: row.credentialVersion,
      keys: { bySpelling: `client ${row.key} ${asker.network}` },
      verify: (password) => passwords.verifySecret(row, password, asker),
    }
    if (!(await judge(subject, given, asker))) return unresolvable
    const client = { id: row.id, key: row.key, displayName: row.displayName }
    return { principal: { kind: 'client', id: row.id }, credential: { kind: 'client', client } }
  }

  const resolveMember = async (given: Login, asker: Asker): Promise<Identity> => {
    const { login } = given
    const read = () => readLogin(pool, login, { ids: true })
    const row = await read()
    const spelling = plainLogin(login)
    const verify = async (password: string, isOpen: boolean) => {
      await slowGuesses(context, login)
      // If the account is closed to this address, the response time must not reveal whether another name is also its own.
      // With a second factor no password is enough, and a right one must not stand out.
      const hash = isOpen && !row?.hasFactor ? (row?.passwordHash ?? null) : null
      if (await passwords.verify(hash, password, asker)) {
        const now = await read()
        return now !== undefined && row !== undefined && isSame(now, row)
      }
      await noteGuess(context, login, row?.id)
      return false
    }
    const subject: Subject = {
      id: row?.id,
      version: row?.credentialVersion ?? 0,
      hasFactor: row?.hasFactor,
      keys: {
        bySpelling: `login ${spelling} ${asker.network}`,
        byAccount: `account ${row?.id ?? `named ${spelling}`} ${asker.network}`,
      },
      verify,
    }
    if (!(await judge(subject, given, asker)) || !row || row.banned) return unresolvable
    return {
      principal: userPrincipal(context, row, 'full', true),
      credential: { kind: 'basic', credentialVersion: row.credentialVersion },
    }
  }

  return async (parameter: string, request: FastifyRequest, reply: FastifyReply): Promise<Identity> => {
    const given = parseBasic(parameter)
    if (!given) return unresolvable
    const asker = askerOf(request, reply)
    return isClientKey(given.login) ? resolveClient(given, asker) : resolveMember(given, asker)
  }
}
