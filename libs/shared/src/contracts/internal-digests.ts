import { type Static, Type } from 'typebox'
import { Locale, nullable, Timestamp, TimeZone, Uuid } from './types.ts'

/** Entries of one digest; what is more is only counted. */
export const MAX_ENTRIES = 10

/**
 * The forum's `POST /internal/digests`, for the mail-jobs service only: the content of a digest, requested while the
 * mail is rendered: what its recipient may see at this moment. 404: there is nothing to send any more.
 */
export const DigestRequest = Type.Object({ mail_id: Uuid })

const text = Type.String({ format: 'text' })

export const DigestEntry = Type.Object({
  kind: Type.String(),
  /** What it gathers: 1 but for replies. */
  count: Type.Integer(),
  time: Timestamp,
  actor: nullable(text),
  thread: nullable(text),
  section: nullable(text),
  /** Where it leads, on the site. */
  path: Type.String({ pattern: '^/' }),
})
export type DigestEntry = Static<typeof DigestEntry>

export const Digest = Type.Object({
  /** The newest first. */
  entries: Type.Array(DigestEntry, { minItems: 1, maxItems: MAX_ENTRIES }),
  /** How much is unread in all; it stops at 1,000. */
  unread: Type.Integer(),
  /** Where its reader ends the digests without signing in, on the site. */
  unsubscribe_path: Type.String({ pattern: '^/' }),
  /** The language in which its reader asked for it, for those whose own is unknown; null where they never said. */
  locale: nullable(Locale),
})
export type Digest = Static<typeof Digest>

/**
 * The gateway's `POST /internal/mail-recipients`, for the mail-jobs service only: where mails to a member go. 404: nowhere, as
 * there is no verified address or the member is banned.
 */
export const MailRecipientRequest = Type.Object({
  user: Uuid,
  /** For a digest: not to an address that a mail server has refused. */
  is_digest: Type.Optional(Type.Boolean()),
})

export type MailRecipientRequest = Static<typeof MailRecipientRequest>

export const MailRecipient = Type.Object({
  recipient: Type.String({ format: 'email', maxLength: 254 }),
  display_name: Type.String({ format: 'text', maxLength: 256 }),
  locale: Locale,
  /** Whether it is the member's own, and not the site's. */
  is_own_locale: Type.Optional(Type.Boolean()),
  /** In which times are told to them; none for UTC. */
  zone: Type.Optional(TimeZone),
})
export type MailRecipient = Static<typeof MailRecipient>
