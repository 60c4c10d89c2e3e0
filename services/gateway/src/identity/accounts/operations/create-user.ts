import { newId } from '@agora/shared/contracts/ids'
import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import type { Caller } from '@agora/shared/contracts/principal'
import { isUniqueViolation } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { charged } from '@agora/shared/limits/limiter'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import { takePlace } from '../../auth/familiar.ts'
import { CAPTCHA_SPENT, returnCaptcha, spendCaptcha } from '../../captcha/spend.ts'
import type { Context } from '../../context.ts'
import { openSession } from '../../credentials/open-session.ts'
import type { Visitor } from '../../credentials/visitor.ts'
import { linksView } from '../../game-links/views.ts'
import { admitMember, judgeRegistration } from '../../invitations/judge-registration.ts'
import { judgeDisplayName } from '../../names/display-name.ts'
import { judgeUsername } from '../../names/held-username.ts'
import type { Asker } from '../../passwords/asker.ts'
import { createdEvent } from '../events.ts'
import type { CreateUserBody, User } from '../schemas.ts'
import { insertAccount } from '../store.ts'
import { userView } from '../views.ts'

/**
 * Registers a member and signs them in. `sid` is the cookie of the new session; `language` that of the member's mails.
 * @throws ApiError 422 for the display name, 429 for too many accounts from the address, 401 and 403 for the captcha,
 * 409 for a username that is taken and for rules that have changed; 403 where registration is closed or the invitation is not
 * good, 422 where the rules are not accepted.
 */
export async function createUser(
  context: Context,
  { traceparent }: Caller,
  input: CreateUserBody,
  visitor: Visitor,
  asker: Asker,
  language: MailLanguage | undefined,
): Promise<{ user: User; sid: string }> {
  await judgeDisplayName(context, input.display_name, { traceparent })
  const { registrations } = context.limits
  return charged(registrations, asker.network, () =>
    register(context, input, visitor, asker, { traceparent, language }),
  )
}

async function register(
  context: Context,
  input: CreateUserBody,
  visitor: Visitor,
  asker: Asker,
  { traceparent, language }: { traceparent: string; language: MailLanguage | undefined },
): Promise<{ user: User; sid: string }> {
  const accepted = await judgeRegistration(context, input, traceparent)
  if (context.captchaEnabled) await spendCaptcha(context, input['cap-token'], 'register', traceparent)
  const passwordHash = await context.passwords.hash(input.password, asker)
  // Somebody may have got a role meanwhile.
  await judgeDisplayName(context, input.display_name, { traceparent })
  const { username, display_name: displayName } = input
  const account = { id: newId(), username, displayName, passwordHash, language }
  try {
    return await context.transaction(async (tx) => {
      const created = await insertAccount(tx, account)
      await judgeUsername(context.env, tx, created.username)
      await admitMember(context, tx, created.id, input, accepted)
      const { sid, sessionId } = await openSession(tx, created, visitor)
      const events = await takePlace(context, tx, created.id, sessionId, visitor)
      await appendEvents(tx, traceparent, [createdEvent(created), ...events])
      return { user: userView(created, linksView(context.config.games, []), { full: true }), sid }
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    const isBack = await giveCaptchaBack(context, input['cap-token'], asker, traceparent)
    throw new ApiError(errors.usernameTaken, { cause: error, headers: isBack ? {} : CAPTCHA_SPENT })
  }
}

/** By a member, or by one whose account was erased lately. */
const isTaken = (error: unknown): boolean =>
  isUniqueViolation(error) || (error instanceof ApiError && error.definition === errors.usernameTaken)

/**
 * Whose name is taken chooses another one with the same solved captcha; not without end, or names could be listed. False if
 * they have to solve another one.
 */
async function giveCaptchaBack(
  context: Context,
  token: string | undefined,
  { network }: Asker,
  traceparent: string,
): Promise<boolean> {
  if (!context.captchaEnabled || token === undefined) return true
  const mayTry = await context.limits.takenNames.take(network).then(
    () => true,
    () => false,
  )
  return mayTry && returnCaptcha(context, token, 'register', traceparent)
}
