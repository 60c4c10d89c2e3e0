import type { Context } from '../context.ts'
import type { PasskeyAnswer } from './passkey-schemas.ts'
import { readAssertion } from './passkeys.ts'
import type { Site } from './site.ts'
import { readPasskey, spendChallenge, usePasskey } from './store-passkeys.ts'

/** The account whose passkey this answer is by; its challenge is spent. Undefined for any answer that proves nothing. */
export async function proveByPasskey(
  context: Context,
  site: Site,
  answer: PasskeyAnswer,
): Promise<string | undefined> {
  const passkey = await readPasskey(context.pool, Buffer.from(answer.id, 'base64url'))
  const assertion = passkey && (await readAssertion(context, site, passkey, answer))
  if (!assertion) return undefined
  const isProved = await context.transaction(
    async (tx) =>
      (await spendChallenge(tx, assertion.challenge)) &&
      (await usePasskey(tx, passkey.id, assertion.signCount)),
  )
  return isProved ? passkey.accountId : undefined
}
