import type { EventDraft } from '@agora/shared/contracts/events/event'
import type { Queries } from '@agora/shared/database/sql'
import type { Context } from '../../context.ts'
import { mailRequestedEvent } from './events.ts'
import { newMailRequest } from './request.ts'
import { insertNotice } from './store.ts'

/**
 * Requests a notice to a member, if they have a verified address. Returns its events, to be appended in the same
 * transaction.
 */
export async function requestNotice(
  context: Context,
  tx: Queries,
  accountId: string,
  kind: 'GrantReused' | 'NewSignIn' | 'PasswordGuessed',
  details: Record<string, string>,
): Promise<EventDraft[]> {
  const request = newMailRequest(kind, accountId, '')
  const notice = await insertNotice(tx, { ...request, details })
  return notice ? [mailRequestedEvent(context, request)] : []
}

/** A time as notices show it, to the minute. */
export const noticeTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
