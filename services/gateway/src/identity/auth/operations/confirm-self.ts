import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { errors } from '../../../errors.ts'
import { type Actor, accessSelf } from '../../accounts/authority.ts'
import { judgeCurrentPassword, judgeProofOf } from '../../accounts/current-password.ts'
import type { Account } from '../../accounts/store.ts'
import type { Context } from '../../context.ts'
import { confirmCredential } from '../../credentials/store-recent.ts'
import { judgeCode } from '../../factors/judge.ts'
import type { PasskeyAnswer } from '../../factors/passkey-schemas.ts'
import { proveByPasskey } from '../../factors/prove-by-passkey.ts'
import type { Site } from '../../factors/site.ts'
import { accountHasFactor } from '../../factors/store.ts'
import type { Asker } from '../../passwords/asker.ts'
import type { Confirmation, ConfirmationBody } from '../schemas.ts'

/**
 * Makes the caller's session a recent one.
 * @throws ApiError 403 for a token, for a wrong proof, and for the password alone where a second factor was never shown;
 * 429 after too many wrong ones
 */
export async function confirmSelf(
  context: Context,
  actor: Actor,
  body: ConfirmationBody,
  site: Site,
  asker: Asker,
): Promise<Confirmation> {
  const account = await accessSelf(context, actor, actor.id)
  const factor = body.code !== undefined || body.passkey !== undefined
  if (factor) await judgeSecondFactor(context, account, body, site, asker)
  else await judgePassword(context, account, body.current_password, asker)
  const { credentialVersion } = account
  const until = await confirmCredential(context.pool, actor, { credentialVersion, factor })
  if (until) return { confirmed_until: until.toISOString() }
  const asksForFactor = !factor && (await accountHasFactor(context.pool, account.id))
  throw new ApiError(asksForFactor ? common.secondFactorRequired : errors.currentPasswordWrong)
}

async function judgePassword(
  context: Context,
  account: Account,
  given: string | undefined,
  asker: Asker,
): Promise<void> {
  // Nothing can be proved where there is no password.
  if (account.passwordHash === null) throw new ApiError(errors.currentPasswordWrong)
  await judgeCurrentPassword(context, account, given, asker)
}

async function judgeSecondFactor(
  context: Context,
  account: Account,
  { code = '', passkey }: ConfirmationBody,
  site: Site,
  asker: Asker,
): Promise<void> {
  const judge = passkey
    ? () => isOwnPasskey(context, account, passkey, site, asker)
    : () => judgeCode(context, account, code, asker)
  if (!(await judgeProofOf(context, account, judge))) throw new ApiError(errors.secondFactorRefused)
}

const isOwnPasskey = (
  context: Context,
  { id }: Account,
  answer: PasskeyAnswer,
  site: Site,
  asker: Asker,
): Promise<boolean> =>
  context.passwords.judgeProof(asker, async () => (await proveByPasskey(context, site, answer)) === id)
