import { newId } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { charged } from '@agora/shared/limits/limiter'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { onTransaction } from '@agora/shared/messaging/prisma'
import { spendCaptcha } from '../../../captcha/spend.ts'
import type { Context } from '../../../context.ts'
import { openSession } from '../../../credentials/open-session.ts'
import type { Visitor } from '../../../credentials/visitor.ts'
import { errors } from '../../../errors.ts'
import { judgeDisplayName } from '../../../names/display-name.ts'
import { judgeUsername } from '../../../names/held-username.ts'
import type { Asker } from '../../../passwords/asker.ts'
import { takePlace } from '../../auth/familiar.ts'
import { linksView } from '../../game-links/views.ts'
import { createdEvent } from '../events.ts'
import type { CreateUserBody, User } from '../schemas.ts'
import { insertAccount, isUniqueViolation } from '../store.ts'
import { userView } from '../views.ts'

/**
 * Registers a member and signs them in. `sid` is the cookie of the new session.
 * @throws ApiError 422 for the display name, 429 for too many accounts from the address, 401 and 403 for the captcha,
 * 409 for a username that is taken.
 */
export async function createUser(
  context: Context,
  { traceparent }: Caller,
  input: CreateUserBody,
  visitor: Visitor,
  asker: Asker,
): Promise<{ user: User; sid: string }> {
  await judgeDisplayName(context, input.display_name)
  const { registrations } = context.limits
  return charged(registrations, asker.network, () => register(context, input, visitor, asker, traceparent))
}

async function register(
  context: Context,
  input: CreateUserBody,
  visitor: Visitor,
  asker: Asker,
  traceparent: string,
): Promise<{ user: User; sid: string }> {
  if (context.captchaEnabled) await spendCaptcha(context, input['cap-token'], 'register', traceparent)
  const passwordHash = await context.passwords.hash(input.password, asker)
  const account = { id: newId(), username: input.username, displayName: input.display_name, passwordHash }
  try {
    return await context.prisma.$transaction(async (tx) => {
      const created = await insertAccount(tx, account)
      await judgeUsername(context.env, onTransaction(tx), created.username)
      const { sid, sessionId } = await openSession(tx, created, visitor)
      const events = await takePlace(context, onTransaction(tx), created.id, sessionId, visitor)
      await appendEvents(tx, traceparent, [createdEvent(created), ...events])
      return { user: userView(created, linksView(context.config.games, []), { full: true }), sid }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError(errors.usernameTaken, { cause: error })
    throw error
  }
}
