import type { Transaction } from '@agora/shared/database/sql'
import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Account } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import { deleteInvitationsOf } from '../invitations/store.ts'
import { digestUsername } from '../names/held-username.ts'
import { erasedEvents } from './events.ts'
import {
  blankBans,
  deleteAccount,
  deleteUnclaimedMails,
  holdUsername,
  noteErasure,
  readAddresses,
} from './store.ts'

/**
 * Erases an account, in one transaction: its data goes with its row, and the services' parts become due. Only its id
 * and irreversible digests remain.
 */
export async function eraseAccount(
  { env }: Context,
  tx: Transaction,
  { id, username }: Account,
  traceparent: string | null,
): Promise<void> {
  const addresses = await readAddresses(tx, id)
  await deleteUnclaimedMails(tx, addresses)
  await blankBans(tx, id)
  await holdUsername(tx, digestUsername(env, username))
  await deleteInvitationsOf(tx, id)
  await deleteAccount(tx, id)
  await noteErased(tx, id, addresses, traceparent)
}

/** Tells the services to erase their parts. */
export async function noteErased(
  tx: Transaction,
  id: string,
  addresses: readonly string[],
  traceparent: string | null,
): Promise<void> {
  await noteErasure(tx, id, addresses)
  await appendEvents(tx, traceparent, erasedEvents(id))
}
