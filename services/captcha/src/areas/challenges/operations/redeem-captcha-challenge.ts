import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { answersPuzzles } from '../../../protocol/puzzles.ts'
import type { CaptchaScope } from '../../../protocol/scope.ts'
import type { Minted, Verification } from '../../../protocol/tokens.ts'

/** An unvalidated redeem body: validation is part of the operation, since each refusal has its own words. */
export interface RedemptionClaim {
  readonly token?: unknown
  readonly solutions?: unknown
}

/**
 * Exchanges a solved challenge, once, for a verification token of the same scope.
 *
 * The new token is signed before the challenge is spent, so that a failure to sign costs nobody a solved challenge, and
 * returned only if this call is the one that spent it.
 *
 * @throws ApiError `invalidChallenge`, `otherScope`, `invalidSolutions`, `alreadyRedeemed`, checked in this order.
 */
export async function redeemCaptchaChallenge(
  context: Context,
  scope: CaptchaScope,
  claim: RedemptionClaim,
): Promise<Minted<Verification>> {
  const { tokens, store, metrics } = context
  const challenge = tokens.readChallenge(claim.token)
  if (!challenge) throw refusal(context, errors.invalidChallenge)
  if (challenge.scope !== scope) throw refusal(context, errors.otherScope)
  if (!answersPuzzles(challenge, claim.solutions)) throw refusal(context, errors.invalidSolutions)
  const verification = tokens.mintVerification(challenge.scope)
  if (!(await store.redeemChallenge(challenge))) throw refusal(context, errors.alreadyRedeemed)
  metrics.redeemed.inc({ scope })
  return verification
}

/** Counts a refusal and returns its error. */
export function refusal({ metrics }: Context, definition: ErrorDefinition, cause?: unknown): ApiError {
  metrics.refused.inc({ reason: definition.code })
  return new ApiError(definition, { cause })
}
