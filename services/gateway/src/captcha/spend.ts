import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../context.ts'
import { errors } from '../errors.ts'

const TIMEOUT_MS = 5_000

/**
 * Spends the verification token of a form, through the captcha service: a token counts once.
 * @throws ApiError 401 without a token, 403 for one that does not count, 503 while the service cannot be asked.
 */
export async function spendCaptcha(
  { areas, env }: Context,
  token: string | undefined,
  scope: 'register' | 'login',
  traceparent: string,
): Promise<void> {
  if (token === undefined || token === '') throw new ApiError(errors.captchaRequired)
  const headers = { authorization: `Bearer ${env.SERVICE_KEY}`, traceparent }
  const outcome = await ask(areas.captcha.replicas, headers, { token, scope }).catch((cause) => {
    throw new ApiError(common.unavailable, { cause, headers: { 'retry-after': '2' } })
  })
  if (outcome !== 'spent') throw new ApiError(errors.captchaInvalid)
}

async function ask(
  replicas: Context['areas']['captcha']['replicas'],
  headers: Record<string, string>,
  body: { token: string; scope: string },
): Promise<'spent' | 'invalid'> {
  const response = await replicas.send({
    method: 'POST',
    path: '/internal/captcha/spend',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.statusCode !== 200) {
    await response.body.dump()
    throw new Error(`the captcha service answered ${response.statusCode}`)
  }
  const { outcome } = (await response.body.json()) as { outcome?: unknown }
  if (outcome !== 'spent' && outcome !== 'invalid') throw new Error('the captcha service answered no outcome')
  return outcome
}
