import type { Context } from '../../../context.ts'
import type { CaptchaScope } from '../../../protocol/scope.ts'

/**
 * Uses a verification token up for one protected request. `invalid` is a token that is forged, expired, of another
 * scope (it stays unspent then) or spent already.
 */
export async function spendCaptchaToken(
  { tokens, store, metrics }: Context,
  scope: CaptchaScope,
  token: string,
): Promise<'spent' | 'invalid'> {
  const verification = tokens.readVerification(token)
  const spent = verification?.scope === scope && (await store.spendToken(verification))
  const outcome = spent ? 'spent' : 'invalid'
  metrics.spent.inc({ scope, outcome })
  return outcome
}
