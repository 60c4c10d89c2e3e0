import { createHash } from 'node:crypto'
import type { EventDraft } from '@agora/shared/contracts/events/event'
import { signInUnfamiliar } from '@agora/shared/contracts/events/identity'
import type { Queries } from '@agora/shared/database/sql'
import type { Context } from '../context.ts'
import type { Visitor } from '../credentials/visitor.ts'
import { requestNotice } from '../mail-tokens/notice.ts'
import { notePlace } from './store.ts'

/** Updating a browser does not make it a new one. */
const withoutVersions = (userAgent: string | null) => userAgent?.replaceAll(/\d+/g, '') ?? ''

/** A digest of a network, a browser and an account: none of them can be read from it. */
const digestOf = (accountId: string, { network, userAgent }: Visitor): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([accountId, network, withoutVersions(userAgent)]))
    .digest()

/**
 * Records where a member signed in from. If the place is new, and not the account's first, the member is notified by
 * mail (`mail.sign_in_notices`). Returns the events, to be appended in the same transaction.
 */
export async function takePlace(
  context: Context,
  tx: Queries,
  accountId: string,
  sessionId: string,
  visitor: Visitor,
): Promise<EventDraft[]> {
  const { isNew, hasOthers } = await notePlace(tx, accountId, digestOf(accountId, visitor))
  if (!isNew || !hasOthers) return []
  const time = new Date()
  const details = {
    time: time.toISOString(),
    address: visitor.address ?? '?',
    browser: visitor.userAgent ?? '?',
  }
  return [
    signInUnfamiliar.of({ user: accountId, session: sessionId, time: time.toISOString() }),
    ...(context.config.mail.sign_in_notices
      ? await requestNotice(context, tx, accountId, 'NewSignIn', details)
      : []),
  ]
}
