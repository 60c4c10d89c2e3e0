import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { actorFrom } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { readerOf } from '../../reading/unread/reader.ts'
import type { SectionListing } from '../schemas.ts'
import * as store from '../store.ts'
import { viewSection } from '../views.ts'

/** The flat list of all sections that the caller may read, including categories. */
export async function listSections(
  context: Context,
  principal: Caller,
  requested: Page,
): Promise<SectionListing> {
  const page = clampPage(requested)
  const reader = readerOf(principal)
  const { facts, readingChanges, sections: all } = await store.listSections(context.db, reader)
  const actor = await actorFrom(context, principal, facts)
  const readable = all.filter(({ id }) => authorityIn(actor, id).canRead)
  const sections = readable.slice(page.offset, page.offset + page.limit)
  const unread = await context.unread(reader, readingChanges, sections)
  const viewer = { actor, icons: context.config.forum.icons, unread }
  return { count: readable.length, items: sections.map((section) => viewSection(section, viewer)), ...page }
}
