import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { CaptchaScope } from '../../../protocol/scope.ts'
import type { Challenge, Minted } from '../../../protocol/tokens.ts'

/** A fresh challenge for one form. Nothing is stored: the token is its only record. */
export function createCaptchaChallenge(context: Context, scope: CaptchaScope): Minted<Challenge> {
  const { parameters, faults, tokens, metrics } = context
  if (faults.length > 0) throw new ApiError(errors.misconfigured, { cause: new Error(faults.join('; ')) })
  const challenge = tokens.mintChallenge(scope, parameters)
  metrics.minted.inc({ scope })
  return challenge
}
