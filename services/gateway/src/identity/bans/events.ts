import type { EventDraft } from '@agora/shared/contracts/events/event'
import { sessionRevoked, userBanned, userUnbanned } from '@agora/shared/contracts/events/identity'

/** A ban ends the account's sessions. */
export const bannedEvents = ({ id }: { id: string }, expiresAt: Date | null): EventDraft[] => [
  userBanned.of({ user: id, expires_at: expiresAt?.toISOString() ?? null }),
  sessionRevoked.of({ user: id, session: null }),
]

export const unbannedEvent = ({ id }: { id: string }): EventDraft => userUnbanned.of({ user: id })
