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
import type { Network } from '../../../limits/network.ts'
import type { Asker } from '../../../passwords/asker.ts'
import { isGuessed, noteGuess, slowGuesses } from '../../../passwords/guesses.ts'
import { signedOutEvent } from '../events.ts'
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
  asker: Asker,
): Promise<{ self: AuthContext; sid: string }> {
  const judge = context.captchaEnabled ? judgeGuarded : judgeSlowed
  const account = await asker.withoutPlace(() => judge(context, input, asker, traceparent))
  if (!account) throw new ApiError(errors.invalidLogin)
  if (account.banned) throw new ApiError(errors.banned)
  const { id, credentialVersion } = account
  const sid = await context.prisma.$transaction(async (tx) => {
    const session = await openSession(tx, { id, credentialVersion }, visitor)
    const events = await takePlace(context, onTransaction(tx), id, session.sessionId, visitor)
    const ended = session.ended.map((sessionId) => signedOutEvent(id, sessionId))
    await appendEvents(tx, traceparent, [...events, ...ended])
    return session.sid
  })
  const self = userContext({
    id: account.id,
    displayName: account.displayName,
    isAdministrator: account.isAdministrator,
  })
  return { self, sid }
}

/** Whether an address has sent several wrong passwords, or all together have sent many for this login. */
const isSuspect = async (context: Context, network: Network, login: string | undefined) =>
  (await context.limits.signIns.count(network)) >= WRONG_BEFORE_CAPTCHA ||
  (login !== undefined && (await isGuessed(context, login)))

/** Whether the next sign-in from this address, with this login if there is one yet, needs a captcha. */
export async function signInTakesCaptcha(
  context: Context,
  { network }: Visitor,
  login: string | undefined,
): Promise<boolean> {
  return context.captchaEnabled && (await isSuspect(context, network, login))
}

/** The account, if the password is correct; where somebody seems to guess, a captcha must be passed first. */
function judgeGuarded(
  context: Context,
  input: SignInBody,
  asker: Asker,
  traceparent: string,
): Promise<LoginRow | undefined> {
  const { limits } = context
  const { network } = asker
  return limits.inTurn(network, async () => {
    if (await isSuspect(context, network, input.login)) {
      await spendCaptcha(context, input['cap-token'], 'login', traceparent)
    }
    const account = await judgeLogin(context, input, asker)
    if (!account) await limits.signIns.renew(network)
    return account
  })
}

/** The same without a captcha. */
async function judgeSlowed(context: Context, input: SignInBody, asker: Asker): Promise<LoginRow | undefined> {
  await slowGuesses(context, input.login)
  return judgeLogin(context, input, asker)
}

async function judgeLogin(
  context: Context,
  { login, password }: SignInBody,
  asker: Asker,
): Promise<LoginRow | undefined> {
  const account = await readLogin(context.pool, login, { ids: false })
  if (await context.passwords.verify(account?.passwordHash ?? null, password, asker)) return account
  await noteGuess(context, login, account?.id)
  return undefined
}
