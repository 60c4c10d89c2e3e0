import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { onTransaction } from '@agora/shared/messaging/prisma'
import { spendCaptcha } from '../../../captcha/spend.ts'
import type { Context } from '../../../context.ts'
import { openSession } from '../../../credentials/open-session.ts'
import { type LoginRow, readLogin } from '../../../credentials/store.ts'
import type { Visitor } from '../../../credentials/visitor.ts'
import { errors } from '../../../errors.ts'
import { WRONG_BEFORE_CAPTCHA } from '../../../limits/limits.ts'
import { judgePassword } from '../../../passwords/judge.ts'
import { takePlace } from '../familiar.ts'
import type { AuthContext, SignInBody } from '../schemas.ts'
import { userContext } from '../views.ts'

/**
 * Signs a member in with a username or a verified email. `sid` is the cookie of the new session.
 * @throws ApiError 401 for a wrong login, after the same time for an unknown one; 403 for a banned account; 401, 403
 * and 503 for the captcha; 429 for too many wrong passwords from the address.
 */
export async function signIn(
  context: Context,
  { traceparent }: Caller,
  input: SignInBody,
  visitor: Visitor,
): Promise<{ self: AuthContext; sid: string }> {
  const account = context.captchaEnabled
    ? await judgeGuarded(context, input, visitor.network, traceparent)
    : await judgeLogin(context, input, visitor.network)
  if (!account) throw new ApiError(errors.invalidLogin)
  if (account.banned) throw new ApiError(errors.banned)
  const { id, credentialVersion } = account
  const sid = await context.prisma.$transaction(async (tx) => {
    const session = await openSession(tx, { id, credentialVersion }, visitor)
    const events = await takePlace(context, onTransaction(tx), id, session.sessionId, visitor)
    await appendEvents(tx, traceparent, events)
    return session.sid
  })
  const self = userContext({
    id: account.id,
    displayName: account.displayName,
    isAdministrator: account.isAdministrator,
  })
  return { self, sid }
}

const hasGuessed = async ({ limits }: Context, network: string) =>
  (await limits.signIns.count(network)) >= WRONG_BEFORE_CAPTCHA

/** Whether the next sign-in from this address needs a captcha. */
export async function signInTakesCaptcha(context: Context, { network }: Visitor): Promise<boolean> {
  return context.captchaEnabled && (await hasGuessed(context, network))
}

/** The account, if the password is correct; an address with failed attempts must pass a captcha first. */
function judgeGuarded(
  context: Context,
  input: SignInBody,
  network: string,
  traceparent: string,
): Promise<LoginRow | undefined> {
  const { limits } = context
  return limits.inTurn(network, async () => {
    if (await hasGuessed(context, network)) {
      await spendCaptcha(context, input['cap-token'], 'login', traceparent)
    }
    const account = await judgeLogin(context, input, network)
    if (!account) await limits.signIns.renew(network)
    return account
  })
}

async function judgeLogin(
  context: Context,
  { login, password }: SignInBody,
  network: string,
): Promise<LoginRow | undefined> {
  const account = await readLogin(context.pool, login, { ids: false })
  const isRight = await judgePassword(context, account?.passwordHash ?? null, password, network)
  return isRight ? account : undefined
}
