import { request } from 'undici'
import { InternalUser, MAX_USER_BATCH, UserBatchAnswer, UserLookup } from '../contracts/internal-users.ts'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { createAjv } from '../http/validation.ts'
import { startCall } from '../observability/spans.ts'

export interface GatewayUsersOptions {
  /** The gateway's own address, without a path. */
  url: string
  /** This service's credential for calls to others. */
  key: string
}

/** Asks the gateway about accounts. Every method throws ApiError 503 when no answer comes in time. */
export interface GatewayUsers {
  /** Undefined: no such account. */
  byId(id: string): Promise<InternalUser | undefined>
  /** Any number of ids; those that name nobody are left out. */
  byIds(ids: readonly string[]): Promise<InternalUser[]>
  /** Undefined: no such account. */
  resolve(lookup: UserLookup): Promise<InternalUser | undefined>
}

const TIMEOUT_MS = 2_000

const ajv = createAjv()
const isLookup = ajv.compile<UserLookup>(UserLookup)
const isUser = ajv.compile<InternalUser>(InternalUser)
const isBatch = ajv.compile<{ users: InternalUser[] }>(UserBatchAnswer)

export function gatewayUsers({ url, key }: GatewayUsersOptions): GatewayUsers {
  const base = `${url.replace(/\/$/, '')}/internal/users`

  /** The answer's body, undefined for 404. */
  const ask = async <Answer>(
    path: string,
    isAnswer: (body: unknown) => body is Answer,
    question?: object,
  ) => {
    const address = new URL(`${base}${path}`)
    const method = question ? 'POST' : 'GET'
    const call = startCall(method, address.host, address.pathname)
    let status: number | undefined
    try {
      const { statusCode, body } = await request(address, {
        method,
        headers: { ...headers(key, question !== undefined), ...call.headers },
        body: question ? JSON.stringify(question) : null,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      status = statusCode
      if (statusCode !== 200) {
        await body.dump()
        if (statusCode === 404) return undefined
        throw new Error(`the gateway answered ${statusCode}`)
      }
      const answer: unknown = await body.json()
      if (!isAnswer(answer)) throw new Error('the gateway answered something else')
      return answer
    } catch (error) {
      throw new ApiError(common.unavailable, { cause: error })
    } finally {
      call.end(status)
    }
  }

  return {
    byId: (id) => ask(`/${encodeURIComponent(id)}`, isUser),
    byIds: async (ids) => {
      const found: InternalUser[] = []
      for (let start = 0; start < ids.length; start += MAX_USER_BATCH) {
        const answer = await ask('/batch', isBatch, { ids: ids.slice(start, start + MAX_USER_BATCH) })
        found.push(...(answer?.users ?? []))
      }
      return found
    },
    // What cannot be anybody's name or address is not worth a question, and the gateway would refuse it.
    resolve: async (lookup) => (isLookup(lookup) ? ask('/resolve', isUser, lookup) : undefined),
  }
}

function headers(key: string, hasBody: boolean): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  }
}
