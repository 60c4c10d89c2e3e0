import { accountErased } from '@agora/shared/contracts/events/erasure'
import type { EventDraft } from '@agora/shared/contracts/events/event'
import { userErased } from '@agora/shared/contracts/events/identity'
import { sessionsRevokedEvent } from '../accounts/events.ts'

/** For the services, for caches of sessions, and for the ledger. */
export const erasedEvents = (user: string): EventDraft[] => [
  userErased.of({ user }),
  sessionsRevokedEvent(user),
  accountErased.of({ user }),
]
