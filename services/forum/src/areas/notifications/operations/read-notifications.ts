import type { Caller } from '@agora/shared/contracts/principal'
import { writingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import type { NotificationsReadInput, UnreadNotifications } from '../schemas.ts'
import { countUnreadNotifications, markReadByIds, markReadUntil } from '../store.ts'

/**
 * Marks the named notifications read, where they are the member's own, and returns the number still unread.
 *
 * @throws ApiError forbidden
 */
export async function readNotifications(
  { db }: Context,
  principal: Caller,
  { ids, until }: NotificationsReadInput,
): Promise<UnreadNotifications> {
  const { id } = writingMember(principal)
  if (ids !== undefined) await markReadByIds(db, id, ids)
  if (until !== undefined) await markReadUntil(db, id, until)
  return { unread: await countUnreadNotifications(db, id) }
}
