import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { attemptAddress } from '../../../attempts/address.ts'
import { spendCaptcha } from '../../../captcha/spend.ts'
import type { Context } from '../../../context.ts'
import { openSession } from '../../../credentials/open-session.ts'
import { type LoginRow, readLogin } from '../../../credentials/store.ts'
import type { Visitor } from '../../../credentials/visitor.ts'
import { errors } from '../../../errors.ts'
import type { AuthContext, SignInBody } from '../schemas.ts'
import { userContext } from '../views.ts'

/** After so many wrong passwords from one address within the window, signing in takes a captcha. */
const WRONG_BEFORE_CAPTCHA = 3

/**
 * Signs a member in with a username or a verified email. `sid` is the cookie of the new session.
 * @throws ApiError 401 for a wrong login, as slowly for an unknown one; 403 for a banned account; 401, 403 and 503
 * for the captcha.
 */
export async function signIn(
  context: Context,
  { traceparent }: Caller,
  input: SignInBody,
  visitor: Visitor,
): Promise<{ self: AuthContext; sid: string }> {
  const account = context.captchaEnabled
    ? await judgeGuarded(context, input, counterOf(visitor), traceparent)
    : await judgePassword(context, input)
  if (!account) throw new ApiError(errors.invalidLogin)
  if (account.banned) throw new ApiError(errors.banned)
  const { id, credential_version: credentialVersion } = account
  const sid = await openSession(context.prisma, { id, credentialVersion }, visitor)
  const self = userContext({
    id: account.id,
    displayName: account.display_name,
    isAdministrator: account.is_administrator,
  })
  return { self, sid }
}

const counterOf = ({ address }: Visitor) => `sign-in:${attemptAddress(address ?? 'unknown')}`

const hasGuessed = async ({ attempts }: Context, counter: string) =>
  (await attempts.count(counter)) >= WRONG_BEFORE_CAPTCHA

/** Whether the next sign-in from this address takes a captcha. */
export async function signInTakesCaptcha(context: Context, visitor: Visitor): Promise<boolean> {
  return context.captchaEnabled && (await hasGuessed(context, counterOf(visitor)))
}

/** The account, if the password is its own; a captcha comes first where the address has guessed before. */
function judgeGuarded(
  context: Context,
  input: SignInBody,
  counter: string,
  traceparent: string,
): Promise<LoginRow | undefined> {
  const { attempts, inTurn } = context
  return inTurn(counter, async () => {
    if (await hasGuessed(context, counter)) {
      await spendCaptcha(context, input['cap-token'], 'login', traceparent)
    }
    const account = await judgePassword(context, input)
    if (!account) await attempts.add(counter, WRONG_BEFORE_CAPTCHA)
    return account
  })
}

async function judgePassword({ passwords, pool }: Context, input: SignInBody): Promise<LoginRow | undefined> {
  const account = await readLogin(pool, input.login, { ids: false })
  const isRight = await passwords.verify(account?.password_hash ?? null, input.password)
  return isRight ? account : undefined
}
