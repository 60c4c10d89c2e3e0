import type { Caller } from '@agora/shared/contracts/principal'
import { loadActor } from '../../../authority/actor.ts'
import { moderatedSections, moderatesAnything } from '../../../authority/authority.ts'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { countTargets } from '../../report-targets/store.ts'
import type { NotificationCount, NotificationCountQuery } from '../schemas.ts'
import { countUnreadNotifications } from '../store.ts'

/** @throws ApiError forbidden */
export async function countNotifications(
  context: Context,
  principal: Caller,
  { include }: NotificationCountQuery,
): Promise<NotificationCount> {
  const { db } = context
  const unread = await countUnreadNotifications(db, readingMember(principal).id)
  if (include !== 'reports') return { unread }
  const actor = await loadActor(context, principal)
  if (!moderatesAnything(actor)) return { unread }
  return { unread, reports: { pending: await countTargets(db, moderatedSections(actor)) } }
}
