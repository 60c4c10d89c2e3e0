import type { RunInTransaction, Transaction } from '@agora/shared/database/sql'
import { insertDeliveries } from '../areas/deliveries/store-lines.ts'
import type { Relational } from '../context.ts'
import { receiverBody, type Told } from './payload.ts'

export interface Announcement {
  /** Ids of channels. */
  receivers: readonly string[]
  told: Told
}

/** Writes one delivery for each channel; returns their ids. `source` is the site's URL. */
export function deliver(
  tx: Transaction,
  { receivers, told }: Announcement,
  source: string,
  traceparent: string,
): Promise<string[]> {
  const { id, type, subject } = told
  const body = (sequence: string) => receiverBody(told, source, sequence)
  return insertDeliveries(tx, receivers, { id, type, subject, traceparent, body })
}

/** Transactions after which there may be something to deliver. */
export const delivering =
  ({ db, due }: Relational): RunInTransaction =>
  (work) =>
    db.transaction(work).finally(() => due.set())
