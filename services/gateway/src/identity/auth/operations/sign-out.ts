import type { Caller } from '@agora/shared/contracts/principal'
import { appendEvent } from '@agora/shared/messaging/outbox'
import type { Context } from '../../context.ts'
import type { Credential } from '../../credentials/credential.ts'
import { deleteSession } from '../../credentials/store.ts'
import { signedOutEvent } from '../events.ts'
import type { AuthContext } from '../schemas.ts'
import { guestContext } from '../views.ts'

/** Ends the caller's session, on every replica from the next request on. Without a session it does nothing. */
export async function signOut(
  { transaction }: Context,
  principal: Caller,
  credential: Credential,
): Promise<AuthContext> {
  if (credential.kind === 'session' && principal.kind === 'user') {
    const { sessionId } = credential
    await transaction(async (tx) => {
      if (await deleteSession(tx, principal.id, sessionId))
        await appendEvent(tx, principal.traceparent, signedOutEvent(principal.id, sessionId))
    })
  }
  return guestContext
}
