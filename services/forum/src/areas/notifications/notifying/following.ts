import { partsOf } from '@agora/shared/collections/parts'
import { membersNotified } from '@agora/shared/contracts/events/forum'
import type { Transaction } from '@agora/shared/database/sql'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { readersAmong } from '../../../streams/store.ts'
import { scheduleDigests } from '../../digests/store-due.ts'

/** Members in one event, which keeps it far below the maximum message size. */
const MOST_AT_ONCE = 10_000

/** What follows when this transaction notifies members: digests become due, open streams wake. */
export async function followNotifying(tx: Transaction, notified: readonly string[]): Promise<void> {
  if (notified.length === 0) return
  await scheduleDigests(tx, notified)
  const users = await readersAmong(tx, notified)
  const parts = [...partsOf(users, { count: MOST_AT_ONCE })]
  await appendEvents(
    tx,
    null,
    parts.map((part) => membersNotified.of({ users: part })),
  )
}
