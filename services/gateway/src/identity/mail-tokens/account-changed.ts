import type { EventDraft } from '@agora/shared/contracts/events/event'
import type { AccountChange } from '@agora/shared/contracts/internal-mail'
import type { Queries, Transaction } from '@agora/shared/database/sql'
import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Context } from '../context.ts'
import { requestNoticesTo } from './notice.ts'
import { readConfirmedAddresses } from './store.ts'

export interface ChangedAccount {
  id: string
  /** As it is after the change. */
  username: string
}

export interface Changed {
  change: AccountChange
  /** What was added, removed or changed, in the member's own words for it. */
  what?: string
  /** Does not learn of its own arrival, which its reader has just confirmed. */
  except?: string | undefined
  /** Was confirmed until now. */
  former?: string | undefined
}

/**
 * Tells all confirmed addresses of an account what leads to its password, or to power, was changed, so that its owner
 * learns of a thief. Called in the transaction of the change; returns the events to be appended in it.
 */
export async function requestChangeNotices(
  context: Context,
  tx: Queries,
  { id, username }: ChangedAccount,
  { change, what = '', except, former }: Changed,
): Promise<EventDraft[]> {
  const confirmed = await readConfirmedAddresses(tx, id)
  const details = { change, what, username, time: new Date().toISOString() }
  const notice = { accountId: id, kind: 'AccountChanged' } as const
  const addresses = confirmed.filter((address) => address !== except)
  const toFormer = { ...notice, details: { ...details, place: 'former' }, addresses: former ? [former] : [] }
  return [
    ...(await requestNoticesTo(context, tx, toFormer)),
    ...(await requestNoticesTo(context, tx, { ...notice, details, addresses })),
  ]
}

/** The same where the change has no other events. */
export const tellAccountChanged = async (
  context: Context,
  tx: Transaction,
  traceparent: string | null,
  account: ChangedAccount,
  changed: Changed,
): Promise<void> => appendEvents(tx, traceparent, await requestChangeNotices(context, tx, account, changed))
