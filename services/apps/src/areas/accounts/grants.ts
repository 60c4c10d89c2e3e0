import { GrantAnswer, type GrantQuestion } from '@agora/shared/contracts/internal-grants'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { callService } from '@agora/shared/upstream/call-service'
import type { Relational } from '../../context.ts'

const TIMEOUT_MS = 2_000

/**
 * What a member has granted to an OAuth client, always asked of the gateway: it may end at any moment.
 *
 * @throws ApiError 503 without an answer.
 */
export const askForGrant = (
  { gateway, env }: Relational,
  body: GrantQuestion,
  traceparent: string,
): Promise<GrantAnswer> =>
  callService(gateway, {
    path: '/internal/grants/held',
    key: env.SERVICE_KEY,
    body,
    answer: GrantAnswer,
    traceparent,
    timeoutMs: TIMEOUT_MS,
  }).catch((cause) => {
    throw new ApiError(common.unavailable, { cause })
  })
