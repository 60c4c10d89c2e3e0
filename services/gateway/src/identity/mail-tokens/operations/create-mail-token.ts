import { parseUuid } from '@agora/shared/contracts/ids'
import type { MailToken } from '@agora/shared/contracts/internal-mail'
import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken, newToken } from '@agora/shared/tokens'
import { errors } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { readSettings } from '../../site/settings.ts'
import { type MailKind, readNotice, renewToken } from '../store.ts'

/** The pages that a mailed link leads to. */
const pages: Record<MailKind, string> = {
  VerifyEmail: '/verify-email',
  ResetPassword: '/reset-password',
  AccountChanged: '/forgot-password',
  GrantReused: '/forgot-password',
  NewSignIn: '/forgot-password',
  PasswordGuessed: '/forgot-password',
}

/**
 * Makes the token of a mail that is being written, or returns a notice's content; an earlier attempt's token becomes
 * void. `origin` is the request's, for a site without a configured address: the mail service sent it, so no visitor
 * chose it.
 * @throws ApiError 404 if there is nothing to send any more
 */
export async function createMailToken(
  { pool, config, siteOrigin }: Context,
  mailId: string,
  origin: string,
): Promise<MailToken> {
  const id = parseUuid(mailId)
  if (id === undefined) throw new ApiError(errors.nothingToSend)
  const token = newToken()
  const renewed = await renewToken(pool, id, hashToken(token))
  const notice = renewed ? undefined : await readNotice(pool, id)
  const mail = renewed ?? notice
  if (!mail) throw new ApiError(errors.nothingToSend)
  const url = new URL(pages[mail.kind], siteOrigin ?? origin)
  if (renewed) url.searchParams.set('token', token)
  const site = await readSettings(config, pool)
  return {
    kind: mail.kind,
    url: url.href,
    ...(notice ? { details: notice.details } : {}),
    ...(renewed
      ? { token, username: renewed.username, expires_at: renewed.tokenExpiresAt.toISOString() }
      : {}),
    recipient: mail.email,
    // Until an address is confirmed, its reader may be a stranger: the mail contains no name that the member can word freely.
    display_name: mail.kind === 'VerifyEmail' ? '' : mail.displayName,
    locale: mail.language ?? site.mail_locale,
    ...(mail.zone !== null && { zone: mail.zone }),
  }
}
