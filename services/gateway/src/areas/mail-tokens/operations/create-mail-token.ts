import { parseUuid } from '@agora/shared/contracts/ids'
import type { MailToken } from '@agora/shared/contracts/internal-mail'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { type MailKind, readNotice, renewToken } from '../store.ts'
import { hashToken, newToken } from '../token.ts'

/** The pages that a mailed link leads to. */
const pages: Record<MailKind, string> = {
  VerifyEmail: '/verify-email',
  ResetPassword: '/reset-password',
  GrantReused: '/forgot-password',
  NewSignIn: '/forgot-password',
}

/**
 * Makes the token of a mail that is being written, or tells what a notice says; the one of an earlier attempt is void from now on. `origin` is that
 * of the request, for a site that names no address of its own: the mail service made it, so no visitor chose it.
 * @throws ApiError 404 where there is nothing to send any more
 */
export async function createMailToken(
  { prisma, config, siteOrigin }: Context,
  mailId: string,
  origin: string,
): Promise<MailToken> {
  const id = parseUuid(mailId)
  if (id === undefined) throw new ApiError(errors.nothingToSend)
  const token = newToken()
  const renewed = await renewToken(prisma, id, hashToken(token)!)
  const notice = renewed ? undefined : await readNotice(prisma, id)
  const mail = renewed ?? notice
  if (!mail) throw new ApiError(errors.nothingToSend)
  const url = new URL(pages[mail.kind], siteOrigin ?? origin)
  if (renewed) url.searchParams.set('token', token)
  return {
    kind: mail.kind,
    url: url.href,
    ...(notice ? { details: notice.details } : { token }),
    recipient: mail.email,
    // Until an address is confirmed, its reader may be a stranger: then the mail says nothing that the member chose.
    display_name: mail.kind === 'VerifyEmail' ? '' : mail.displayName,
    locale: config.mail.default_locale,
  }
}
