import type { Queries } from '@agora/shared/database/sql'
import { type Actor, isMember } from '../../authority/actor.ts'
import { moderatedSections, moderatesAnything, sectionsClosedTo } from '../../authority/authority.ts'
import { countTargets } from '../report-targets/store.ts'
import type { Waiting } from './schemas.ts'
import { countUnreadNotifications } from './store.ts'

/** What waits for a member; undefined for callers who may not read their own. */
export async function readWaiting(db: Queries, actor: Actor): Promise<Waiting | undefined> {
  if (!isMember(actor) || actor.ceiling === 'public') return undefined
  const recipient = { userId: actor.user.id, closed: sectionsClosedTo(actor) }
  const waiting = { unread: await countUnreadNotifications(db, recipient), reads_closed: actor.readsClosed }
  if (!moderatesAnything(actor)) return waiting
  return { ...waiting, reports: { pending: await countTargets(db, moderatedSections(actor)) } }
}
