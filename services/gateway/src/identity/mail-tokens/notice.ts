import type { EventDraft } from '@agora/shared/contracts/events/event'
import type { Queries } from '@agora/shared/database/sql'
import type { Context } from '../context.ts'
import { mailRequestedEvent } from './events.ts'
import { newMailRequest } from './request.ts'
import { insertNotices, readConfirmedAddresses } from './store.ts'

type NoticeKind = 'AccountChanged' | 'GrantReused' | 'NewSignIn' | 'PasswordGuessed'

/**
 * Requests a notice to a member, if they have a verified address: to the first. Returns its events, to be appended in the
 * same transaction.
 */
export async function requestNotice(
  context: Context,
  tx: Queries,
  accountId: string,
  kind: NoticeKind,
  details: Record<string, string>,
): Promise<EventDraft[]> {
  const addresses = await readConfirmedAddresses(tx, accountId)
  return requestNoticesTo(context, tx, { accountId, kind, details, addresses: addresses.slice(0, 1) })
}

/** The same to several addresses. */
export async function requestNoticesTo(
  context: Context,
  tx: Queries,
  notice: {
    accountId: string
    kind: NoticeKind
    details: Record<string, string>
    addresses: readonly string[]
  },
): Promise<EventDraft[]> {
  const { accountId, kind, details, addresses } = notice
  const requests = addresses.map((address) => newMailRequest(kind, accountId, address))
  const inserted = await insertNotices(tx, requests, details)
  return requests
    .filter(({ id }) => inserted.includes(id))
    .map((request) => mailRequestedEvent(context, request))
}
