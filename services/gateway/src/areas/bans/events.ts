import type { EventDraft } from '@agora/shared/contracts/events/event'
import { sessionRevoked, userBanned, userUnbanned } from '@agora/shared/contracts/events/identity'

interface Account {
  id: string
  username: string
  displayName: string
}

const eventUser = ({ id, username, displayName }: Account) => ({ id, username, display_name: displayName })

/** A ban ends the account's sessions. */
export const bannedEvents = (account: Account, expiresAt: Date | null): EventDraft[] => [
  userBanned.of({ user: eventUser(account), expires_at: expiresAt?.toISOString() ?? null }),
  sessionRevoked.of({ user: account.id, session: null }),
]

export const unbannedEvent = (account: Account): EventDraft => userUnbanned.of({ user: eventUser(account) })
