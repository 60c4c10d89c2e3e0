import { createHash } from 'node:crypto'
import type { EventDraft } from '@agora/shared/contracts/events/event'
import { signInUnfamiliar } from '@agora/shared/contracts/events/identity'
import type { Queries } from '@agora/shared/database/sql'
import type { Context } from '../../context.ts'
import type { Visitor } from '../../credentials/visitor.ts'
import { noticeTime, requestNotice } from '../mail-tokens/notice.ts'
import { notePlace } from './store.ts'

/** A browser stays the same one when it is updated. */
const withoutVersions = (userAgent: string | null) => userAgent?.replaceAll(/\d+/g, '') ?? ''

/** Of a network, a browser and an account. Without the three nobody learns from it what they were. */
const digestOf = (accountId: string, { network, userAgent }: Visitor): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([accountId, network, withoutVersions(userAgent)]))
    .digest()

/**
 * Takes down from where a member has signed in. Where that is new to the account, though it was signed in to before,
 * the member is told by mail (`mail.sign_in_notices`). Answers the events, to be appended in the same transaction.
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
    time: noticeTime(time),
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
