import { membersTold } from '@agora/shared/contracts/events/forum'
import type { Transaction } from '@agora/shared/database/sql'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { readersAmong } from '../streams/store.ts'

/** Members in one event: it stays far below the largest message. */
const MOST_AT_ONCE = 10_000

/** Wakes the streams of members who are told something by this transaction, wherever they are open. */
export async function wakeStreamsOf(tx: Transaction, told: readonly string[]): Promise<void> {
  if (told.length === 0) return
  const users = await readersAmong(tx, told)
  const events = []
  for (let from = 0; from < users.length; from += MOST_AT_ONCE)
    events.push(membersTold.of({ users: users.slice(from, from + MOST_AT_ONCE) }))
  await appendEvents(tx, null, events)
}
