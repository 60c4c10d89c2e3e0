import type { EventDraft } from '@agora/shared/contracts/events/event'
import { sessionRevoked, userCreated, userRenamed } from '@agora/shared/contracts/events/identity'
import type { Account } from './store.ts'

export const createdEvent = ({ id, createdAt }: Pick<Account, 'id' | 'createdAt'>): EventDraft =>
  userCreated.of({ user: id, created_at: createdAt.toISOString() })

export const renamedEvent = ({ id }: Account): EventDraft => userRenamed.of({ user: id })

/** All sessions of the account have ended, but perhaps the one that asked for it. */
export const sessionsRevokedEvent = (accountId: string): EventDraft =>
  sessionRevoked.of({ user: accountId, session: null })
