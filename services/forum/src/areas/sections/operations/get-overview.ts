import type { Caller } from '@agora/shared/contracts/principal'
import { actorFrom } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { readerOf } from '../../reading/unread/reader.ts'
import type { Overview } from '../schemas.ts'
import { readOverview } from '../store.ts'
import { viewOverview } from '../views.ts'

/** The sections that the caller may read, each with the newest post in it or its descendants that everybody may see. */
export async function getOverview(context: Context, principal: Caller): Promise<Overview> {
  const reader = readerOf(principal)
  const { facts, readingChanges, sections: all } = await readOverview(context.db, reader)
  const actor = await actorFrom(context, principal, facts)
  const sections = all.filter(({ id }) => authorityIn(actor, id).canRead)
  const unread = await context.unread(reader, readingChanges, sections)
  return viewOverview(sections, { actor, icons: context.config.forum.icons, unread })
}
