import { includedBy } from '@agora/shared/contracts/include'
import type { Caller } from '@agora/shared/contracts/principal'
import { actorFrom } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { readWaiting } from '../../notifications/waiting.ts'
import { readerOf } from '../../reading/unread/reader.ts'
import type { Overview, OverviewQuery } from '../schemas.ts'
import { readOverview } from '../store.ts'
import { viewOverview } from '../views.ts'

/** The sections that the caller may read, each with the newest post in it or its descendants that everybody may see. */
export async function getOverview(
  context: Context,
  principal: Caller,
  query: OverviewQuery,
): Promise<Overview> {
  const reader = readerOf(principal)
  const { facts, readingChanges, sections: all } = await readOverview(context.db, reader)
  const actor = await actorFrom(context, principal, facts)
  const sections = all.filter(({ id }) => authorityIn(actor, id).canRead)
  const unread = await context.unread(reader, readingChanges, sections)
  const overview = viewOverview(sections, { actor, icons: context.config.forum.icons, unread })
  const waiting = includedBy(query).has('waiting') && (await readWaiting(context.db, actor))
  if (waiting) overview.waiting = waiting
  return overview
}
