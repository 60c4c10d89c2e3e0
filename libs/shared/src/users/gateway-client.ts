import type { Static, TSchema } from 'typebox'
import { partsOf } from '../collections/parts.ts'
import {
  InternalUser,
  MAX_USER_BATCH,
  USER_NOT_FOUND,
  UserBatchAnswer,
  UserLookup,
} from '../contracts/internal-users.ts'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { ajv } from '../http/validation.ts'
import { callService, RefusedCallError } from '../upstream/call-service.ts'
import type { Upstream } from '../upstream/upstream.ts'

export interface GatewayUsersOptions {
  gateway: Upstream
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

export function gatewayUsers({ gateway, key }: GatewayUsersOptions): GatewayUsers {
  /** Undefined where there is no such account. */
  const ask = async <Answer extends TSchema>(
    path: string,
    answer: Answer,
    body: object,
    traceparent: string | null,
  ): Promise<Static<Answer> | undefined> => {
    try {
      return await callService(gateway, {
        path: `/internal/users${path}`,
        key,
        body,
        answer,
        traceparent,
        timeoutMs: TIMEOUT_MS,
      })
    } catch (error) {
      if (error instanceof RefusedCallError && error.is(404, USER_NOT_FOUND)) return undefined
      throw new ApiError(common.unavailable, { cause: error })
    }
  }

  return {
    byIds: async (ids, traceparent) => {
      const found: InternalUser[] = []
      for (const part of partsOf(ids, { count: MAX_USER_BATCH })) {
        const answer = await ask('/batch', UserBatchAnswer, { ids: part }, traceparent)
        found.push(...(answer?.users ?? []))
      }
      return found
    },
    // What cannot be anybody's name or address is not worth a question, and the gateway would refuse it.
    resolve: async (lookup, traceparent) =>
      ajv.validate(UserLookup, lookup) ? ask('/resolve', InternalUser, lookup, traceparent) : undefined,
  }
}
