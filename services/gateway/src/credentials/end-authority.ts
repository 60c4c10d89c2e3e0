import type { PrismaClient } from '../generated/prisma/client.ts'
import { deleteSessions } from './store.ts'

/** Ends an account's sessions and tokens (new password, ban), except the session to keep. */
export async function endAuthority(
  tx: Pick<PrismaClient, 'session'>,
  accountId: string,
  kept?: { sessionId: string | undefined },
): Promise<void> {
  await deleteSessions(tx, accountId, kept?.sessionId)
}
