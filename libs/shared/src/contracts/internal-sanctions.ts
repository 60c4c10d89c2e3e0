import { type Static, Type } from 'typebox'
import { Locale, nullable, Timestamp, Uuid } from './types.ts'

/**
 * The forum's `POST /internal/sanctions`, for the mail-jobs service only: what the mail about a sanction says, requested while
 * it is rendered. 404: there is nothing to send any more, since it was lifted or has ended.
 */
export const SanctionMailRequest = Type.Object({ sanction: Uuid })

const text = Type.String({ format: 'text' })

export const SanctionMail = Type.Object({
  kind: Type.Enum(['Warning', 'Mute']),
  /** The section's name; null for the whole forum. */
  section: nullable(text),
  reason: text,
  expires_at: nullable(Timestamp),
  /** The language in which its reader gets mails of the forum; null where they never said. */
  locale: nullable(Locale),
})
export type SanctionMail = Static<typeof SanctionMail>
