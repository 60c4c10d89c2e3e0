import type { Caller } from '@agora/shared/contracts/principal'
import { moderatedSections, moderatesAnything } from '../../../authority/authority.ts'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { countTargets } from '../../report-targets/store.ts'
import { accessNotifications } from '../authority.ts'
import type { NotificationCount, NotificationCountQuery } from '../schemas.ts'
import { countUnreadNotifications } from '../store.ts'

/** @throws ApiError forbidden */
export async function countNotifications(
  context: Context,
  principal: Caller,
  { include }: NotificationCountQuery,
): Promise<NotificationCount> {
  const { db } = context
  const { recipient, actor } = await accessNotifications(context, principal, readingMember(principal))
  const unread = await countUnreadNotifications(db, recipient)
  if (include !== 'reports') return { unread }
  const counted = { unread, reads_closed: actor.readsClosed }
  if (!moderatesAnything(actor)) return counted
  return { ...counted, reports: { pending: await countTargets(db, moderatedSections(actor)) } }
}
