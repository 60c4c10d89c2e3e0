import type { Page } from '@agora/shared/contracts/pagination'
import { batched, oldest, padded } from '@agora/shared/database/batching'
import { timesAsText } from '@agora/shared/database/pool'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { type ActorFacts, actorFactsSql, GUEST_FACTS } from '../../authority/store.ts'
import type { Reference } from '../../resources/references.ts'
import { itemsOf } from '../../resources/sql.ts'
import { THREAD_HEAD_COLUMNS, type ThreadHeadRow } from '../../resources/thread.ts'
import { PAGE_POST_COLUMNS, type PagePostRow } from '../posts/sql.ts'
import { type ReactionsOfPost, reactionsOfPageSql } from '../reactions/sql.ts'
import { type MemberFacts, memberColumns } from '../reading/unread/sql.ts'
import { type SectionRow, sectionJsonSql } from '../sections/sql.ts'
import { type SubscriptionState, subscriptionToThreadSql } from '../subscriptions/store.ts'

/** What decides which acts on a thread are allowed. */
export interface ThreadState extends ThreadHeadRow {
  sectionId: string
  authorId: string
  isDeleted: boolean
}

/** A thread with the acting member's facts. */
export interface ActedThread extends ThreadState {
  facts: ActorFacts
}

/** A page of a thread as everybody reads it. */
interface SharedPage extends ThreadState {
  postCount: number
  section: SectionRow
  posts: PagePostRow[]
}

/** What is of one reader; of a full page with `reactions`, and a member's `subscription`. */
interface OwnPage extends MemberFacts {
  reactions?: ReactionsOfPost[]
  subscription?: SubscriptionState
}

export interface ThreadPageRow extends SharedPage, OwnPage {}

/**
 * A row of the statement below: a post of the page (nulls if the page is empty), and on the first row the thread. Positions
 * have no gaps, so the first row has the page's first position.
 */
type PageLine = PagePostRow & {
  page:
    | (Omit<SharedPage, 'posts'> & { members: OwnPage[]; facts: ActorFacts; reactions?: ReactionsOfPost[] })
    | null
}

const STATE = `
    ${THREAD_HEAD_COLUMNS}, t.section_id AS "sectionId", t.author_id AS "authorId", t.is_deleted AS "isDeleted"`

/** The part of a page that differs between members, for each of these in order; if it is full, with all that can be included. */
const membersSql = (isFull: boolean) => `ARRAY(
    SELECT (SELECT row_to_json(one) FROM (
      SELECT ${memberColumns(true, 'member.id')}${isFull ? includedSql('member.id') : ''}
    ) AS one)
    FROM unnest($4::uuid[]) WITH ORDINALITY AS member (id, n) WHERE member.id IS NOT NULL ORDER BY member.n
  ) AS members`

const includedSql = (user: string) => `,
        ${reactionsOfPageSql('$5', user)} AS reactions, ${subscriptionToThreadSql(user)} AS subscription`

const guestSql = (isFull: boolean) =>
  `${GUEST_FACTS} AS facts${isFull ? `, ${reactionsOfPageSql('$4', 'NULL')} AS reactions` : ''}`

/**
 * A thread's page in one statement, so that its count and its posts are of one moment. This is the most frequent read.
 * A page is a range of positions, wherever in the thread it lies; what only members see is left out for guests. Posts
 * are rows, which are cheaper to write and read than JSON; the thread is JSON, once.
 */
const readPage = (by: Reference['by'], forMembers: boolean, isFull: boolean) => `
  SELECT ${PAGE_POST_COLUMNS}, CASE WHEN p.id IS NULL OR p.position = $2::bigint THEN (
      SELECT row_to_json(page) FROM (
        SELECT ${STATE}, ${forMembers ? membersSql(isFull) : guestSql(isFull)}, t.post_count AS "postCount",
          ${sectionJsonSql(forMembers)} AS section
      ) AS page
    ) END AS page
  FROM thread AS t JOIN section AS s ON s.id = t.section_id
  LEFT JOIN (
    post AS p JOIN revision AS r ON r.id = p.last_revision_id LEFT JOIN known_user AS u ON u.id = p.author_id
  ) ON p.thread_id = t.id AND p.position >= $2::bigint AND p.position < $2::bigint + $3::bigint
  WHERE t.${by} = $1 ORDER BY p.position`

const pageStatement = (by: Reference['by'], isFull: boolean) => {
  const name = `${isFull ? 'full-' : ''}thread-page-by-${by}`
  return {
    guest: { name, text: readPage(by, false, isFull), types: timesAsText },
    members: { name: `${name}-for-members`, text: readPage(by, true, isFull), types: timesAsText },
  }
}
const statementsOf = (isFull: boolean) => ({
  id: pageStatement('id', isFull),
  key: pageStatement('key', isFull),
})
const bare = statementsOf(false)
const full = statementsOf(true)

/** A page of a thread. */
export interface PageOfThread {
  reference: Reference
  page: Page
  /** The keys of the reactions with which it is read, and with a member's subscription; undefined for a bare page. */
  keys: readonly string[] | undefined
}

/** A thread with one page of its posts, deleted or not, for a guest; undefined if the reference matches none. */
export async function readGuestPage(
  db: Queries,
  { reference: { by, value }, page: { offset, limit }, keys }: PageOfThread,
): Promise<ThreadPageRow | undefined> {
  const { guest } = (keys ? full : bare)[by]
  const rows = await db.all<PageLine>({
    values: [value, offset, limit, ...(keys ? [keys] : [])],
    ...guest,
  })
  const page = rows[0]?.page
  return page ? { posts: itemsOf(rows), ...page, readingChanges: null } : undefined
}

/** The same for each of these members, in their order. */
export async function readMemberPages(
  db: Queries,
  { reference: { by, value }, page: { offset, limit }, keys }: PageOfThread,
  userIds: readonly string[],
): Promise<(ThreadPageRow | undefined)[]> {
  const { members: statement } = (keys ? full : bare)[by]
  const values = [value, offset, limit, padded(userIds), ...(keys ? [keys] : [])]
  const rows = await db.all<PageLine>({ values, ...statement })
  const page = rows[0]?.page
  if (!page) return userIds.map(() => undefined)
  const { members, ...shared } = page
  if (members.length !== userIds.length) throw new Error('a page was not read for everybody')
  const posts = itemsOf(rows)
  return members.map((facts) => ({ posts, ...shared, ...facts }))
}

/** The thread as it is now, unlocked. */
export const findThread = (db: Queries, { by, value }: Reference, userId: string | null) =>
  db.maybeOne<ActedThread>({
    name: `thread-state-by-${by}`,
    text: `SELECT ${STATE}, ${actorFactsSql('$2')} AS facts FROM thread AS t WHERE ${by} = $1`,
    values: [value, userId],
  })

/** A thread by its id, with the member whose facts are wanted. */
export interface ThreadLookup {
  id: string
  userId: string | null
}

/** The most threads in one statement. */
const FOUND_AT_ONCE = 32

/** The thread as it is now; undefined if there is none. */
export type FindThread = (reference: Reference, userId: string | null) => Promise<ActedThread | undefined>

/** Finds threads that members ask for together, to write in them, in one statement. */
export function createThreadFinder(db: Queries): FindThread {
  const find = batched<ThreadLookup, ActedThread | undefined>({
    portion: oldest(FOUND_AT_ONCE),
    alone: ({ id, userId }) => findThread(db, { by: 'id', value: id }, userId),
    together: (lookups) => findThreads(db, lookups),
  })
  return (reference, userId) =>
    reference.by === 'id' ? find({ id: reference.value, userId }) : findThread(db, reference, userId)
}

/** The lateral keeps it on the index: the plan may be made while the table is small. */
const FIND_THREADS = `
  SELECT lookup.n::int AS n, ${STATE}, ${actorFactsSql('lookup.user_id')} AS facts
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS lookup (id, user_id, n)
  CROSS JOIN LATERAL (SELECT * FROM thread WHERE id = lookup.id LIMIT 1) AS t`

/** The threads, unlocked; undefined for those that do not exist. */
export async function findThreads(
  db: Queries,
  lookups: readonly ThreadLookup[],
): Promise<Map<ThreadLookup, ActedThread | undefined>> {
  const threads = await db.all<ActedThread & { n: number }>({
    name: 'thread-states',
    text: FIND_THREADS,
    values: [padded(lookups.map(({ id }) => id)), padded(lookups.map(({ userId }) => userId))],
  })
  const found = new Map(threads.map(({ n, ...thread }) => [n, thread]))
  return new Map(lookups.map((lookup, index) => [lookup, found.get(index + 1)]))
}

/** The thread, its row locked until the transaction ends. Threads are locked before sections and posts. */
export const lockThread = (tx: Transaction, { by, value }: Reference) =>
  tx.maybeOne<ThreadState>(
    sql`SELECT ${raw(STATE)} FROM thread AS t WHERE ${raw(by)} = ${value} FOR NO KEY UPDATE`,
  )
