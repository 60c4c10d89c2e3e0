import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { Locale } from '@agora/shared/contracts/types'
import { kept } from '@agora/shared/lifecycle/kept'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'
import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'

const MailSite = Type.Object({
  name: Type.String({ format: 'text', maxLength: 64 }),
  /** The language of mails to readers of whom none is known. */
  mail_locale: Locale,
})
/** What mails say of the site. */
export type MailSite = Static<typeof MailSite>

const ASKED_EVERY_MS = 1_000
const TIMEOUT_MS = 2_000

/**
 * Follows what administrators have set on the site's pages. While the gateway cannot tell, the site is as it last was, or as it is
 * configured: no mail waits for a name.
 */
export function followSite(
  gateway: Upstream,
  { site, mail }: AgoraConfig,
  logger: Logger,
): () => Promise<MailSite> {
  let last: MailSite = { name: site.name, mail_locale: mail.default_locale }
  const call = { path: '/api/v1/site', answer: MailSite, traceparent: null, timeoutMs: TIMEOUT_MS }
  return kept(ASKED_EVERY_MS, async () => {
    last = await callService(gateway, call).catch((err) => {
      logger.warn({ err }, 'the gateway did not say how the site is named: mails name it as before')
      return last
    })
    return last
  })
}
