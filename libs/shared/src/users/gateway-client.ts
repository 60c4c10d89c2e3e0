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

/** Asks the gateway about accounts, in a trace where there is one. Every method throws ApiError 503 when no answer comes in time. */
export interface GatewayUsers {
  /** Any number of ids; those that name nobody are left out. */
  byIds(ids: readonly string[], traceparent: string | null): Promise<InternalUser[]>
  /** Undefined: no such account. */
  resolve(lookup: UserLookup, traceparent: string | null): Promise<InternalUser | undefined>
}

const TIMEOUT_MS = 2_000

const ajv = createAjv()
const isLookup = ajv.compile<UserLookup>(UserLookup)
const isUser = ajv.compile<InternalUser>(InternalUser)
const isBatch = ajv.compile<{ users: InternalUser[] }>(UserBatchAnswer)

export function gatewayUsers({ url, key }: GatewayUsersOptions): GatewayUsers {
  const base = `${url.replace(/\/$/, '')}/internal/users`
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    'content-type': 'application/json',
  }

  /** The answer's body, undefined for 404. */
  const ask = async <Answer>(
    path: string,
    isAnswer: (body: unknown) => body is Answer,
    question: object,
    traceparent: string | null,
  ) => {
    const address = new URL(`${base}${path}`)
    const call = startCall(traceparent, 'POST', address.host, address.pathname)
    let status: number | undefined
    try {
      const { statusCode, body } = await request(address, {
        method: 'POST',
        headers: { ...headers, ...call.headers },
        body: JSON.stringify(question),
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
    byIds: async (ids, traceparent) => {
      const found: InternalUser[] = []
      for (let start = 0; start < ids.length; start += MAX_USER_BATCH) {
        const question = { ids: ids.slice(start, start + MAX_USER_BATCH) }
        const answer = await ask('/batch', isBatch, question, traceparent)
        found.push(...(answer?.users ?? []))
      }
      return found
    },
    // What cannot be anybody's name or address is not worth a question, and the gateway would refuse it.
    resolve: async (lookup, traceparent) =>
      isLookup(lookup) ? ask('/resolve', isUser, lookup, traceparent) : undefined,
  }
}
