import { Digest, MailRecipient } from '@agora/shared/contracts/internal-digests'
import type { Replicas } from '@agora/shared/upstream/replicas'
import { type Ask, asking } from './asking.ts'

/** Provides a digest's recipient and content while it is written. */
export interface DigestSources {
  /** By the member's id. */
  readonly fetchRecipient: Ask<MailRecipient>
  /** The same for a digest: no address that was refused. */
  readonly fetchDigestRecipient: Ask<MailRecipient>
  /** By the mail's id. */
  readonly fetchDigest: Ask<Digest>
}

export const digestSources = ({
  gateway,
  forum,
  key,
}: {
  gateway: Replicas
  forum: Replicas
  key: string
}): DigestSources => ({
  fetchRecipient: asking(gateway, key, '/internal/mail-recipients', (user) => ({ user }), MailRecipient),
  fetchDigestRecipient: asking(
    gateway,
    key,
    '/internal/mail-recipients',
    (user) => ({ user, is_digest: true }),
    MailRecipient,
  ),
  fetchDigest: asking(forum, key, '/internal/digests', (mail_id) => ({ mail_id }), Digest),
})
