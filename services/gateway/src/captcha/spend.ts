import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { callService } from '@agora/shared/upstream/call-service'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { errors } from '../errors.ts'

const TIMEOUT_MS = 5_000
const Outcome = Type.Object({ outcome: Type.Union([Type.Literal('spent'), Type.Literal('invalid')]) })

/**
 * Spends a form's verification token at the captcha service; a token counts once.
 * @throws ApiError 401 without a token, 403 for an invalid one, 503 while the service is unreachable.
 */
export async function spendCaptcha(
  { areas, env }: Context,
  token: string | undefined,
  scope: 'register' | 'login',
  traceparent: string,
): Promise<void> {
  if (token === undefined || token === '') throw new ApiError(errors.captchaRequired)
  const { outcome } = await callService(areas.captcha.replicas, {
    method: 'POST',
    path: '/internal/captcha/spend',
    credential: { authorization: `Bearer ${env.SERVICE_KEY}` },
    body: { token, scope },
    answer: Outcome,
    traceparent,
    timeoutMs: TIMEOUT_MS,
  }).catch((cause) => {
    throw new ApiError(common.unavailable, { cause, headers: { 'retry-after': '2' } })
  })
  if (outcome !== 'spent') throw new ApiError(errors.captchaInvalid)
}
