import { access } from '@agora/shared/http/access'
import { FOR_ITS_READER } from '@agora/shared/http/header-policy'
import { siteLanguages } from '@agora/shared/http/languages'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'

const config = { access: access.forwarded, anonymous: true }
/** A contact is to be looked up anew after this time; a year at most is advised. */
const VALID_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

/** Addresses that programs know without having asked: for password managers, and for people who have found a vulnerability. */
export function wellKnownRoutes(app: Server, { config: { site, mail }, originOf }: Context): void {
  const contact = site.security_contact ?? `mailto:${mail.sender}`

  // https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', { config }, (_request, reply) =>
    reply.redirect('/account#password-form', 303),
  )

  // RFC 9116.
  app.get('/.well-known/security.txt', { config }, (request, reply) => {
    const expires = new Date(Math.floor(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      `Preferred-Languages: ${siteLanguages.join(', ')}`,
      `Canonical: ${originOf(request.raw)}/.well-known/security.txt`,
      '',
    ]
    return reply
      .header('cache-control', FOR_ITS_READER)
      .type('text/plain; charset=utf-8')
      .send(lines.join('\n'))
  })
}
