import type { Caller } from '@agora/shared/contracts/principal'
import { writingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { accessNotifications } from '../authority.ts'
import type { NotificationsReadInput, UnreadNotifications } from '../schemas.ts'
import { countUnreadNotifications, markReadByIds, markReadUntil } from '../store.ts'

/**
 * Marks the named notifications read, where they are the member's own, and returns the number still unread.
 *
 * @throws ApiError forbidden
 */
export async function readNotifications(
  context: Context,
  principal: Caller,
  { ids, until }: NotificationsReadInput,
): Promise<UnreadNotifications> {
  const { db } = context
  const member = writingMember(principal)
  const { id } = member
  if (ids !== undefined) await markReadByIds(db, id, ids)
  if (until !== undefined) await markReadUntil(db, id, until)
  const { recipient } = await accessNotifications(context, principal, member)
  return { unread: await countUnreadNotifications(db, recipient) }
}
