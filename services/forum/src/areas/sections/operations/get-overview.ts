import type { Caller } from '@agora/shared/contracts/principal'
import { actorFrom } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { readerOf } from '../../../unread/reader.ts'
import type { Overview } from '../schemas.ts'
import { readOverview } from '../store.ts'
import { viewOverview } from '../views.ts'

/** All sections, each with the newest post in it or its descendants. */
export async function getOverview(context: Context, principal: Caller): Promise<Overview> {
  const reader = readerOf(principal)
  const { facts, readingChanges, sections } = await readOverview(context.db, reader)
  const actor = await actorFrom(context, principal, facts)
  const unread = await context.unread(reader, readingChanges, sections)
  return viewOverview(sections, { actor, icons: context.config.forum.icons, unread })
}
