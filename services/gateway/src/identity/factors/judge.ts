import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { type LoginRow, readLogin } from '../credentials/store.ts'
import type { Asker } from '../passwords/asker.ts'
import { readCode, stepOf } from './codes.ts'
import type { PasskeyAnswer } from './passkey-schemas.ts'
import { proveByPasskey } from './prove-by-passkey.ts'
import type { Site } from './site.ts'
import { readTotps, spendRecoveryCode, spendStep } from './store.ts'

/** Whose code it is. */
export interface CodeOwner {
  id: string
  credentialVersion: number
}

/**
 * Whether this is a code of the account's, used for the first time. A wrong one counts against its network like a wrong
 * password, whichever account was meant; those that can be guessed count by account too, until its password is another.
 *
 * @throws ApiError 429 after too many
 */
export async function judgeCode(
  context: Context,
  { id, credentialVersion }: CodeOwner,
  typed: string,
  asker: Asker,
): Promise<boolean> {
  const code = readCode(typed)
  const { passwords, limits, pool } = context
  return passwords.judgeProof(asker, async () => {
    if (code?.kind === 'Recovery') return spendRecoveryCode(pool, id, code.letters)
    const key = `${id} ${credentialVersion}`
    // Before it is looked at, so that parallel guesses cannot exceed the limit.
    await limits.codes.take(key)
    let isWrong = false
    try {
      isWrong = !code || !(await isUnspent(context, id, code.digits))
    } finally {
      if (!isWrong) await limits.codes.giveBack(key)
    }
    return !isWrong
  })
}

async function isUnspent({ pool, sealer }: Context, accountId: string, digits: string): Promise<boolean> {
  for (const { id, secret } of await readTotps(pool, accountId)) {
    const opened = sealer.open(secret, id)
    const step = opened && stepOf(opened, digits)
    if (step !== undefined && (await spendStep(pool, id, step))) return true
  }
  return false
}

/**
 * What a sign-in needs besides the right password: nothing more (undefined), or the code was wrong, which counts as a
 * wrong password does.
 *
 * @throws ApiError 401 if there is none, which is no wrong attempt; 429
 */
export async function judgeFactor(
  context: Context,
  account: LoginRow,
  code: string | undefined,
  asker: Asker,
): Promise<ErrorDefinition | undefined> {
  // A banned member is told so whatever else they have.
  if (!account.hasFactor || account.banned) return undefined
  if (code === undefined) throw new ApiError(errors.secondFactorRequired)
  return (await judgeCode(context, account, code, asker)) ? undefined : errors.secondFactorWrong
}

/**
 * The account that a passkey signs in, banned or not. One that is refused counts against its network.
 *
 * @throws ApiError 401, 429
 */
export async function judgePasskey(
  context: Context,
  site: Site,
  answer: PasskeyAnswer,
  asker: Asker,
): Promise<LoginRow> {
  let accountId: string | undefined
  await context.passwords.judgeProof(asker, async () => {
    accountId = await proveByPasskey(context, site, answer)
    return accountId !== undefined
  })
  const account = accountId && (await readLogin(context.pool, accountId, { ids: true }))
  if (!account) throw new ApiError(errors.passkeyRefused)
  return account
}
