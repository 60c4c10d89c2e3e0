import { batchedBy, oldest } from '@agora/shared/database/batching'
import type { Queries } from '@agora/shared/database/sql'
import type { Reader } from '../reading/unread/sql.ts'
import { type PageOfThread, readGuestPage, readMemberPages, type ThreadPageRow } from './store.ts'

/** The most members in one statement. */
const MAX_AT_ONCE = 16
/** Who shares a statement is answered one after the other, while nobody else is served: longer pages are not shared. */
const MAX_POSTS = 20

/** Reads a thread with one page of its posts, deleted or not; undefined if the reference matches none. */
export type ReadPage = (wanted: PageOfThread, reader: Reader) => Promise<ThreadPageRow | undefined>

interface PageLookup extends PageOfThread {
  userId: string
}

/** Members who read the same page at the same time share the statement: each of them adds only what they hold. */
export function createPageReader(db: Queries): ReadPage {
  const readAlone = async (lookup: PageLookup) => (await readMemberPages(db, lookup, [lookup.userId]))[0]
  const readTogether = batchedBy<PageLookup, ThreadPageRow | undefined>(
    ({ reference: { by, value }, page: { offset, limit }, keys }) =>
      `${by} ${value} ${offset} ${limit} ${keys ?? ''}`,
    {
      portion: oldest(MAX_AT_ONCE),
      alone: readAlone,
      together: async (lookups) => {
        const [wanted] = lookups as [PageLookup]
        const userIds = lookups.map(({ userId }) => userId)
        const rows = await readMemberPages(db, wanted, userIds)
        return new Map(lookups.map((lookup, index) => [lookup, rows[index]]))
      },
    },
  )
  return ({ reference, page, keys }, { userId }) => {
    if (userId === null) return readGuestPage(db, { reference, page, keys })
    const lookup = { reference, page, keys, userId }
    return page.limit > MAX_POSTS ? readAlone(lookup) : readTogether(lookup)
  }
}
