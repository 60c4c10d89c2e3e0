import { digestDue } from '@agora/shared/contracts/events/forum'
import type { Database } from '@agora/shared/database/database'
import type { Closable } from '@agora/shared/lifecycle/run-until-closed'
import { startSteps } from '@agora/shared/lifecycle/steps'
import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Logger } from 'pino'
import { CLAIM_BATCH, claimDigests } from './store-due.ts'

const LOOK_MS = 5_000
/**
 * How long the mail service may retry: less than the shortest period, so that digests do not queue up. In milliseconds.
 */
const SEND_WITHIN_MS = 20 * 60 * 60 * 1000

/** Requests the digests of some members whose period has ended; 'idle' if no more are due. */
const askForSome = (db: Database): Promise<'idle' | number> =>
  db.transaction(async (tx) => {
    const { seen, digests } = await claimDigests(tx)
    const deadline = new Date(Date.now() + SEND_WITHIN_MS).toISOString()
    await appendEvents(
      tx,
      null,
      digests.map(({ id, userId }) => digestDue.of({ mail: id, user: userId, deadline })),
    )
    return seen === CLAIM_BATCH ? 0 : 'idle'
  })

/**
 * Requests digests from the mail service as they fall due, in each replica. The end of a member's period, the digest's
 * row and the event that requests it are one transaction: each is requested exactly once, whatever is killed.
 */
export const startDigests = ({ db, logger }: { db: Database; logger: Logger }): Closable =>
  startSteps({ name: 'digests', step: () => askForSome(db), idleMs: LOOK_MS, logger })
