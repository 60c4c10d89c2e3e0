import type { EventDraft } from '@agora/shared/contracts/events/event'
import { sessionRevoked, userCreated, userRenamed } from '@agora/shared/contracts/events/identity'
import type { Account } from './store.ts'

export const createdEvent = ({ id, createdAt }: Pick<Account, 'id' | 'createdAt'>): EventDraft =>
  userCreated.of({ user: id, created_at: createdAt.toISOString() })

export const renamedEvent = ({ id }: Account): EventDraft => userRenamed.of({ user: id })

/** All of the account's sessions have ended, possibly except the caller's own. */
export const sessionsRevokedEvent = (accountId: string): EventDraft =>
  sessionRevoked.of({ user: accountId, session: null })
