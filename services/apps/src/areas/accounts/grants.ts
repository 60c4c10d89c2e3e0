import { GrantAnswer, type GrantQuestion } from '@agora/shared/contracts/internal-grants'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'

const TIMEOUT_MS = 2_000

/** What members have granted to OAuth clients, always asked of the gateway: it may end at any moment. */
export interface Grants {
  /** @throws ApiError 503 without an answer. */
  judge(question: GrantQuestion, traceparent: string): Promise<GrantAnswer>
}

/** `key`: this service's credential for calls to others. */
export const gatewayGrants = (gateway: Upstream, key: string): Grants => ({
  judge: async (body, traceparent) => {
    try {
      return await callService(gateway, {
        method: 'POST',
        path: '/internal/grants/held',
        credential: { authorization: `Bearer ${key}` },
        body,
        answer: GrantAnswer,
        traceparent,
        timeoutMs: TIMEOUT_MS,
      })
    } catch (error) {
      throw new ApiError(common.unavailable, { cause: error })
    }
  },
})
