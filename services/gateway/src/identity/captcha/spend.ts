import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { callService } from '@agora/shared/upstream/call-service'
import { Type } from 'typebox'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'

const TIMEOUT_MS = 5_000
const Returned = Type.Object({})
const Outcome = Type.Object({ outcome: Type.Union([Type.Literal('spent'), Type.Literal('invalid')]) })

type Scope = 'register' | 'login'

const askingOf = ({ SERVICE_KEY }: Context['env'], token: string, scope: Scope, traceparent: string) => ({
  key: SERVICE_KEY,
  body: { token, scope },
  traceparent,
  timeoutMs: TIMEOUT_MS,
})

/**
 * Spends a form's verification token at the captcha service; a token counts once.
 * @throws ApiError 401 without a token, 403 for an invalid one, 503 while the service is unreachable.
 */
export async function spendCaptcha(
  { services, env }: Context,
  token: string | undefined,
  scope: Scope,
  traceparent: string,
): Promise<void> {
  if (token === undefined || token === '') throw new ApiError(errors.captchaRequired)
  const { outcome } = await callService(services.captcha.upstream, {
    ...askingOf(env, token, scope, traceparent),
    path: '/internal/captcha/spend',
    answer: Outcome,
  }).catch((cause) => {
    throw new ApiError(common.unavailable, { cause, headers: { 'retry-after': '2' } })
  })
  if (outcome !== 'spent') throw new ApiError(errors.captchaInvalid)
}

/**
 * Makes a token that was spent good again: its request was refused for what its sender could not know. False if that failed
 * and the token stays spent.
 */
export async function returnCaptcha(
  { services, env, logger }: Context,
  token: string,
  scope: Scope,
  traceparent: string,
): Promise<boolean> {
  try {
    await callService(services.captcha.upstream, {
      ...askingOf(env, token, scope, traceparent),
      path: '/internal/captcha/return',
      answer: Returned,
    })
    return true
  } catch (err) {
    logger.warn({ err }, 'a solved captcha could not be given back')
    return false
  }
}

/** On a refusal after which a solved captcha counts no more: its sender solves another one. */
export const CAPTCHA_SPENT = { 'captcha-token': 'spent' }
