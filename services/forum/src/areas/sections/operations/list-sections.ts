import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { actorFrom } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { readerOf } from '../../../unread/reader.ts'
import type { SectionListing } from '../schemas.ts'
import * as store from '../store.ts'
import { viewSection } from '../views.ts'

/** The flat list of all sections, including categories. */
export async function listSections(
  context: Context,
  principal: Caller,
  requested: Page,
): Promise<SectionListing> {
  const page = clampPage(requested)
  const reader = readerOf(principal)
  const { facts, readingChanges, count, sections } = await store.listSections(context.db, page, reader)
  const actor = await actorFrom(context, principal, facts)
  const unread = await context.unread(reader, readingChanges, sections)
  const viewer = { actor, icons: context.config.forum.icons, unread }
  return { count, items: sections.map((section) => viewSection(section, viewer)), ...page }
}
