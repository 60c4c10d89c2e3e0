import type { Context } from '../../../context.ts'
import type { CaptchaScope } from '../../../protocol/scope.ts'

/**
 * Spends a verification token on one protected request. `invalid` means forged, expired, of another scope (it then
 * stays unspent) or already spent.
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
