import type { Page } from '@agora/shared/contracts/pagination'
import { batchedBy, oldest } from '@agora/shared/database/batching'
import type { Queries } from '@agora/shared/database/sql'
import type { Reference } from '../../references.ts'
import type { Reader } from '../../unread/sql.ts'
import { readThreadPage, readThreadPages, type ThreadPageRow } from './store.ts'

/** The most members in one statement: their answers are written one after the other, while nobody else is served. */
const MOST_AT_ONCE = 16

/** Reads a thread with one page of its posts, deleted or not; undefined if the reference matches none. */
export type ReadPage = (
  reference: Reference,
  page: Page,
  reader: Reader,
) => Promise<ThreadPageRow | undefined>

interface PageLookup {
  reference: Reference
  page: Page
  userId: string
}

/** Members who read the same page at the same time share the statement: each of them adds only what they hold. */
export function createPageReader(db: Queries): ReadPage {
  const read = batchedBy<PageLookup, ThreadPageRow | undefined>(
    ({ reference: { by, value }, page: { offset, limit } }) => `${by} ${value} ${offset} ${limit}`,
    {
      portion: oldest(MOST_AT_ONCE),
      alone: async ({ reference, page, userId }) => (await readThreadPages(db, reference, page, [userId]))[0],
      together: async (lookups) => {
        const [{ reference, page }] = lookups as [PageLookup]
        const userIds = lookups.map(({ userId }) => userId)
        const rows = await readThreadPages(db, reference, page, userIds)
        return new Map(lookups.map((lookup, index) => [lookup, rows[index]]))
      },
    },
  )
  return (reference, page, { userId }) =>
    userId === null ? readThreadPage(db, reference, page) : read({ reference, page, userId })
}
