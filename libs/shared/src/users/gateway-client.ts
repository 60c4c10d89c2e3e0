import { type Dispatcher, request } from 'undici'
import { InternalUser, UserLookup } from '../contracts/internal-users.ts'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { createAjv } from '../http/validation.ts'
import { currentTraceparent } from '../messaging/trace.ts'

export interface GatewayUsersOptions {
  /** The gateway's own address, without a path. */
  url: string
  /** This service's credential for calls to others. */
  key: string
}

/** Asks the gateway about accounts. Undefined: no such account. */
export interface GatewayUsers {
  /** @throws ApiError 503 when the gateway gives no answer in time. */
  byId(id: string): Promise<InternalUser | undefined>
  /** @throws ApiError 503 when the gateway gives no answer in time. */
  resolve(lookup: UserLookup): Promise<InternalUser | undefined>
}

const TIMEOUT_MS = 2_000
const ajv = createAjv()
const isInternalUser = ajv.compile<InternalUser>(InternalUser)
const isLookup = ajv.compile<UserLookup>(UserLookup)

export function gatewayUsers({ url, key }: GatewayUsersOptions): GatewayUsers {
  const base = url.replace(/\/$/, '')

  const ask = async (path: string, options: { method: 'GET' | 'POST'; body?: string }) => {
    try {
      const response = await request(`${base}${path}`, {
        ...options,
        headers: headers(key, options.body !== undefined),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return await readUser(response)
    } catch (error) {
      throw new ApiError(common.unavailable, { cause: error })
    }
  }

  return {
    byId: (id) => ask(`/internal/users/${encodeURIComponent(id)}`, { method: 'GET' }),
    // What cannot be anybody's name or address is not worth a question, and the gateway would refuse it.
    resolve: async (lookup) =>
      isLookup(lookup)
        ? ask('/internal/users/resolve', { method: 'POST', body: JSON.stringify(lookup) })
        : undefined,
  }
}

function headers(key: string, hasBody: boolean): Record<string, string> {
  const traceparent = currentTraceparent()
  return {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(traceparent === null ? {} : { traceparent }),
  }
}

async function readUser({ statusCode, body }: Dispatcher.ResponseData): Promise<InternalUser | undefined> {
  if (statusCode === 404) {
    await body.dump()
    return undefined
  }
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`the gateway answered ${statusCode}`)
  }
  const user = await body.json()
  if (!isInternalUser(user)) throw new Error('the gateway answered no user')
  return user
}
