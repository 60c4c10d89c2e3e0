import type { PrismaClient } from '../generated/prisma/client.ts'
import { deleteSessions } from './store.ts'

/** Ends all that speaks for an account (a new password, a ban), but for the session that is kept. */
export async function endAuthority(
  tx: Pick<PrismaClient, 'session'>,
  accountId: string,
  kept?: { sessionId: string | undefined },
): Promise<void> {
  await deleteSessions(tx, accountId, kept?.sessionId)
}
