import type { Context } from '../../../context.ts'
import type { CaptchaScope } from '../../../protocol/scope.ts'

/** Makes a spent token good again, until it expires: what it was spent on did not happen. Another one stays as it is. */
export async function returnCaptchaToken(
  { tokens, store }: Context,
  scope: CaptchaScope,
  token: string,
): Promise<void> {
  const verification = tokens.readVerification(token)
  if (verification?.scope === scope) await store.returnToken(verification)
}
