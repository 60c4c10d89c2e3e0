import type { EventDraft } from '@agora/shared/contracts/events/event'
import { sessionRevoked, userCreated, userRenamed } from '@agora/shared/contracts/events/identity'
import type { Account } from './store.ts'

const eventUser = ({ id, username, displayName }: Account) => ({ id, username, display_name: displayName })

export const createdEvent = (account: Account): EventDraft =>
  userCreated.of({ user: eventUser(account), created_at: account.createdAt.toISOString() })

export const renamedEvent = (account: Account): EventDraft =>
  userRenamed.of({ user: eventUser(account), created_at: account.createdAt.toISOString() })

/** All sessions of the account have ended, but perhaps the one that asked for it. */
export const sessionsRevokedEvent = (accountId: string): EventDraft =>
  sessionRevoked.of({ user: accountId, session: null })
