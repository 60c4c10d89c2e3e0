import { Digest, MailRecipient } from '@agora/shared/contracts/internal-digests'
import { MailToken } from '@agora/shared/contracts/internal-mail'
import { SanctionMail } from '@agora/shared/contracts/internal-sanctions'
import type { Upstream } from '@agora/shared/upstream/upstream'
import { type Ask, asking } from './asking.ts'

/** Provides the recipient and content of a mail while it is written. */
export interface MailSources {
  /** An account mail, by its id. */
  readonly fetchMailToken: Ask<MailToken>
  /** By the member's id. */
  readonly fetchRecipient: Ask<MailRecipient>
  /** The same for a digest: no address that was refused. */
  readonly fetchDigestRecipient: Ask<MailRecipient>
  /** By the mail's id. */
  readonly fetchDigest: Ask<Digest>
  /** By the sanction's id. */
  readonly fetchSanction: Ask<SanctionMail>
}

export const mailSources = ({
  gateway,
  forum,
  key,
}: {
  gateway: Upstream
  forum: Upstream
  key: string
}): MailSources => ({
  fetchMailToken: asking(gateway, key, '/internal/mail-tokens', (mail_id) => ({ mail_id }), MailToken),
  fetchRecipient: asking(gateway, key, '/internal/mail-recipients', (user) => ({ user }), MailRecipient),
  fetchDigestRecipient: asking(
    gateway,
    key,
    '/internal/mail-recipients',
    (user) => ({ user, is_digest: true }),
    MailRecipient,
  ),
  fetchDigest: asking(forum, key, '/internal/digests', (mail_id) => ({ mail_id }), Digest),
  fetchSanction: asking(forum, key, '/internal/sanctions', (sanction) => ({ sanction }), SanctionMail),
})
