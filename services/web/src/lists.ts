import type { AgoraClient, Schemas } from '@agora/client'
import { partsOf } from '@agora/shared/collections/parts'
import { must } from './api.ts'

/** The API's page limit. */
const PAGE = 100
/** How many of one visitor's reads run at once, so that a long list leaves the API to others as well. */
const AT_ONCE = 8

interface Listing<Item> {
  count: number
  items: readonly Item[]
}

/** What is read for each item, in the items' order; few at a time. */
export async function readEach<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const part of partsOf(items, { count: AT_ONCE })) results.push(...(await Promise.all(part.map(read))))
  return results
}

/** All items of a listing, however many pages it has. */
async function readAll<Item>(
  read: (page: { offset: number; limit: number }) => Promise<Listing<Item>>,
): Promise<Item[]> {
  const from = (offset: number) => read({ offset, limit: PAGE })
  const first = await from(0)
  const pages = Math.ceil(first.count / PAGE)
  const offsets = Array.from({ length: pages }, (_, page) => page * PAGE).slice(1)
  return [first, ...(await readEach(offsets, from))].flatMap(({ items }) => items)
}

/** All sections, in the forum's order. */
export const readSections = (api: AgoraClient): Promise<Schemas['ForumSection'][]> =>
  readAll((query) => must(api.GET('/api/v1/forum/sections', { params: { query } })))

/** All groups that the reader may see, by their keys. */
export const readGroups = (api: AgoraClient): Promise<Schemas['ForumGroup'][]> =>
  readAll((query) => must(api.GET('/api/v1/forum/groups', { params: { query } })))

/** The section of what is shown out of it; undefined if the reader may not see it. */
export const sectionIn = (
  sections: readonly Schemas['ForumSection'][],
  id: string | null | undefined,
): Schemas['ForumSection'] | undefined => sections.find((section) => section.id === id)
