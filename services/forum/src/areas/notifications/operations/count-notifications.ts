import type { Caller } from '@agora/shared/contracts/principal'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { accessNotifications } from '../authority.ts'
import type { NotificationCount, NotificationCountQuery } from '../schemas.ts'
import { countUnreadNotifications } from '../store.ts'
import { readWaiting } from '../waiting.ts'

/** @throws ApiError forbidden */
export async function countNotifications(
  context: Context,
  principal: Caller,
  { include }: NotificationCountQuery,
): Promise<NotificationCount> {
  const { recipient, actor } = await accessNotifications(context, principal, readingMember(principal))
  const waiting = include === 'reports' ? await readWaiting(context.db, actor) : undefined
  return waiting ?? { unread: await countUnreadNotifications(context.db, recipient) }
}
