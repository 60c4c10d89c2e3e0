import type { EventDraft } from '@agora/shared/contracts/events/event'
import { sessionRevoked } from '@agora/shared/contracts/events/identity'

export const signedOutEvent = (accountId: string, sessionId: string): EventDraft =>
  sessionRevoked.of({ user: accountId, session: sessionId })
