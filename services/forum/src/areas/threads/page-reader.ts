import type { Page } from '@agora/shared/contracts/pagination'
import { batchedBy, oldest } from '@agora/shared/database/batching'
import type { Queries } from '@agora/shared/database/sql'
import type { Reference } from '../../references.ts'
import type { Reader } from '../../unread/sql.ts'
import { readGuestPage, readMemberPages, type ThreadPageRow } from './store.ts'

/** The most members in one statement. */
const MOST_AT_ONCE = 16
/** Who shares a statement is answered one after the other, while nobody else is served: longer pages are not shared. */
const MOST_POSTS = 20

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
  const readAlone = async ({ reference, page, userId }: PageLookup) =>
    (await readMemberPages(db, reference, page, [userId]))[0]
  const readTogether = batchedBy<PageLookup, ThreadPageRow | undefined>(
    ({ reference: { by, value }, page: { offset, limit } }) => `${by} ${value} ${offset} ${limit}`,
    {
      portion: oldest(MOST_AT_ONCE),
      alone: readAlone,
      together: async (lookups) => {
        const [{ reference, page }] = lookups as [PageLookup]
        const userIds = lookups.map(({ userId }) => userId)
        const rows = await readMemberPages(db, reference, page, userIds)
        return new Map(lookups.map((lookup, index) => [lookup, rows[index]]))
      },
    },
  )
  return (reference, page, { userId }) => {
    if (userId === null) return readGuestPage(db, reference, page)
    const lookup = { reference, page, userId }
    return page.limit > MOST_POSTS ? readAlone(lookup) : readTogether(lookup)
  }
}
