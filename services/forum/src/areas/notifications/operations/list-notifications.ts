import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { accessNotifications } from '../authority.ts'
import type { NotificationQuery, Notifications } from '../schemas.ts'
import { readNotificationPage } from '../store.ts'
import { viewNotification } from '../views.ts'

/** @throws ApiError forbidden */
export async function listNotifications(
  context: Context,
  principal: Caller,
  query: NotificationQuery,
): Promise<Notifications> {
  const { recipient } = await accessNotifications(context, principal, readingMember(principal))
  const page = clampPage(query)
  const { count, notifications } = await readNotificationPage(
    context.db,
    recipient,
    { unread: query.unread, withExcerpts: query.include !== undefined },
    page,
  )
  return { count, items: notifications.map(viewNotification), ...page }
}
