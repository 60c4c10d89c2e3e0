import { digestDue } from '@agora/shared/contracts/events/forum'
import type { Database } from '@agora/shared/database/database'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Logger } from 'pino'
import { CLAIM_BATCH, claimDigests } from './store.ts'

/** In milliseconds. */
const LOOK_MS = 5_000
/** How long the mail service may try: less than the shortest period, so that none waits for another. In milliseconds. */
const SEND_WITHIN_MS = 20 * 60 * 60 * 1000

/** Asks for the digests of some members whose period has ended; false where no more are due. */
const askForSome = (db: Database): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { seen, digests } = await claimDigests(tx)
    const deadline = new Date(Date.now() + SEND_WITHIN_MS).toISOString()
    await appendEvents(
      tx,
      null,
      digests.map(({ id, userId }) => digestDue.of({ mail: id, user: userId, deadline })),
    )
    return seen === CLAIM_BATCH
  })

/**
 * Asks the mail service for digests as they come due, in each replica. The end of a member's period, the digest's row and the event
 * that asks for it are one transaction: whatever is killed, each is asked for once.
 */
export function startDigests({ db, logger }: { db: Database; logger: Logger }): { close(): Promise<void> } {
  let isClosing = false
  const periodic = startPeriodic({
    name: 'digests',
    everyMs: LOOK_MS,
    work: async () => {
      while (!isClosing && (await askForSome(db)));
    },
    logger,
  })
  return {
    close: () => {
      isClosing = true
      return periodic.close()
    },
  }
}
