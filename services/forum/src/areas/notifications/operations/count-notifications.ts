import type { Caller } from '@agora/shared/contracts/principal'
import { actorFrom } from '../../../authority/actor.ts'
import { moderatedSections, moderatesAnything, sectionsClosedTo } from '../../../authority/authority.ts'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { countTargets } from '../../report-targets/store.ts'
import type { NotificationCount, NotificationCountQuery } from '../schemas.ts'
import { countUnreadNotifications, readUnreadFacts } from '../store.ts'

/**
 * Asked for each page of a member: one statement where nothing is unread.
 *
 * @throws ApiError forbidden
 */
export async function countNotifications(
  context: Context,
  principal: Caller,
  { include }: NotificationCountQuery,
): Promise<NotificationCount> {
  const { db } = context
  const { id: userId } = readingMember(principal)
  const { facts, hasUnread } = await readUnreadFacts(db, userId)
  const actor = await actorFrom(context, principal, facts)
  const unread = hasUnread
    ? await countUnreadNotifications(db, { userId, closed: sectionsClosedTo(actor) })
    : 0
  if (include !== 'reports') return { unread }
  const counted = { unread, reads_closed: actor.readsClosed }
  if (!moderatesAnything(actor)) return counted
  return { ...counted, reports: { pending: await countTargets(db, moderatedSections(actor)) } }
}
