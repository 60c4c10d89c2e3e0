import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import { keepLanguage } from '../../accounts/store.ts'
import { returnCaptcha } from '../../captcha/spend.ts'
import type { Context } from '../../context.ts'
import { openSession } from '../../credentials/open-session.ts'
import type { LoginRow } from '../../credentials/store.ts'
import type { Visitor } from '../../credentials/visitor.ts'
import { judgeFactor, judgePasskey } from '../../factors/judge.ts'
import type { Site } from '../../factors/site.ts'
import type { Asker } from '../../passwords/asker.ts'
import { signedOutEvent } from '../events.ts'
import { takePlace } from '../familiar.ts'
import { judgeSignIn } from '../judge-sign-in.ts'
import type { AuthContext, SignInBody } from '../schemas.ts'
import { userContext } from '../views.ts'

/**
 * Signs a member in with a username or a verified email, or by a passkey. `sid` is the cookie of the new session;
 * `language` that of the member's mails, unless it is known.
 * @throws ApiError 401 for a wrong login, after the same time for an unknown one, and for a second factor that is missing
 * or wrong; 403 for a banned account; 401, 403 and 503 for the captcha; 429 for too many wrong passwords from the address.
 */
export async function signIn(
  context: Context,
  { traceparent }: Caller,
  input: SignInBody,
  visitor: Visitor,
  site: Site,
  asker: Asker,
  language: MailLanguage | undefined,
): Promise<{ self: AuthContext; sid: string }> {
  const account = await judge(context, input, site, asker, traceparent)
  if (account.banned) {
    // They ask next why, by the same login.
    const token = input['cap-token']
    if (context.captchaEnabled && token) await returnCaptcha(context, token, 'login', traceparent)
    throw new ApiError(errors.banned)
  }
  const { id, credentialVersion, displayName, isAdministrator, hasFactor } = account
  const sid = await context.transaction(async (tx) => {
    const session = await openSession(tx, { id, credentialVersion, showedFactor: hasFactor }, visitor)
    if (language) await keepLanguage(tx, id, language, { ifUnknown: true })
    const events = await takePlace(context, tx, id, session.sessionId, visitor)
    const ended = session.ended.map((sessionId) => signedOutEvent(id, sessionId))
    await appendEvents(tx, traceparent, [...events, ...ended])
    return session.sid
  })
  return { self: userContext({ id, displayName, isAdministrator }), sid }
}

/** Whose sign-in it is: by a passkey alone, or by a password, with a code where there is a second factor. */
async function judge(
  context: Context,
  { login = '', password = '', code, passkey, ...rest }: SignInBody,
  site: Site,
  asker: Asker,
  traceparent: string,
): Promise<LoginRow> {
  if (passkey) return judgePasskey(context, site, passkey, asker)
  const askMore = (known: LoginRow) => judgeFactor(context, known, code, asker)
  return judgeSignIn(context, { login, password, ...rest }, asker, traceparent, askMore)
}
