import type { Page } from '@agora/shared/contracts/pagination'
import { timesAsText } from '@agora/shared/database/pool'
import type pg from 'pg'
import { type ActorFacts, actorFactsSql } from '../../authority/store.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Reference } from '../../references.ts'
import { addToTallies } from '../../tallies.ts'
import { PAGE_POST_COLUMNS, type PagePostRow } from '../posts/sql.ts'
import type { NewPost } from '../posts/store.ts'
import { type MemberFacts, memberColumns, noteActivitySql, type Reader } from '../reading/sql.ts'
import { type SectionRow, sectionJsonSql } from '../sections/sql.ts'

/** What decides on acts on a thread. */
export interface ThreadState {
  id: string
  sectionId: string
  authorId: string
  title: string
  isPinned: boolean
  isLocked: boolean
  isDeleted: boolean
}

/** A thread with what decides on the member who acts. */
export interface ActedThread extends ThreadState {
  facts: ActorFacts | null
}

export interface ThreadPageRow extends ThreadState, MemberFacts {
  key: string | null
  ctime: string
  postCount: number
  section: SectionRow
  posts: PagePostRow[]
}

/** A row of the statement below: a post of the page, nulls where the page has none, and on the first row the thread. */
type PageLine = PagePostRow & { page: Omit<ThreadPageRow, 'posts'> | null }

const STATE = `t.id, t.section_id AS "sectionId", t.author_id AS "authorId", t.title,
    t.is_pinned AS "isPinned", t.is_locked AS "isLocked", t.is_deleted AS "isDeleted"`

/**
 * A thread's page in one statement, so that its count and its posts tell of one moment. SQL through the pool: the
 * most frequent read there is. A page is a range of positions, wherever in the thread it lies; what only members are told
 * is left out for guests. Posts are rows, which cost less to write and to read than JSON; the thread is JSON, once.
 */
const readPage = (by: Reference['by'], forMember: boolean) => `
  SELECT ${PAGE_POST_COLUMNS}, CASE WHEN p.id IS NULL OR p.position = $2::bigint THEN (
      SELECT row_to_json(page) FROM (
        SELECT ${STATE}, ${memberColumns(forMember, '$4')}, t.key, t.ctime, t.post_count AS "postCount",
          ${sectionJsonSql(forMember)} AS section
      ) AS page
    ) END AS page
  FROM thread AS t JOIN section AS s ON s.id = t.section_id
  LEFT JOIN (
    post AS p JOIN revision AS r ON r.id = p.last_revision_id LEFT JOIN known_user AS u ON u.id = p.author_id
  ) ON p.thread_id = t.id AND p.position >= $2::bigint AND p.position < $2::bigint + $3::bigint
  WHERE t.${by} = $1 ORDER BY p.position`

const pageStatement = (by: Reference['by']) => ({
  guest: { name: `thread-page-by-${by}`, text: readPage(by, false), types: timesAsText },
  member: { name: `thread-page-by-${by}-for-member`, text: readPage(by, true), types: timesAsText },
})
const pageStatements = { id: pageStatement('id'), key: pageStatement('key') }

/** A thread with one page of its posts, deleted or not; undefined where the reference names none. */
export async function readThreadPage(
  pool: pg.Pool,
  { by, value }: Reference,
  { offset, limit }: Page,
  { userId }: Reader,
): Promise<ThreadPageRow | undefined> {
  const { guest, member } = pageStatements[by]
  const values = [value, offset, limit]
  const { rows } = await pool.query<PageLine>(
    userId === null ? { ...guest, values } : { ...member, values: [...values, userId] },
  )
  const page = rows[0]?.page
  // Positions have no gaps, so that the first row is that of the first position unless the page is empty.
  return page ? { ...page, posts: rows[0]?.id === null ? [] : rows } : undefined
}

/** The thread as it is now, unlocked. */
export async function findThread(
  pool: pg.Pool,
  { by, value }: Reference,
  userId: string | null,
): Promise<ActedThread | undefined> {
  const { rows } = await pool.query<ActedThread>({
    name: `thread-state-by-${by}`,
    text: `SELECT ${STATE}, ${actorFactsSql('$2')} AS facts FROM thread AS t WHERE ${by} = $1`,
    values: [value, userId],
  })
  return rows[0]
}

/** The thread, its row locked until the transaction ends. Threads are locked before sections and posts. */
export async function lockThread(
  tx: Prisma.TransactionClient,
  { by, value }: Reference,
): Promise<ThreadState | undefined> {
  const text = `SELECT ${STATE} FROM thread AS t WHERE ${by === 'id' ? 'id = $1::uuid' : 'key = $1'} FOR NO KEY UPDATE`
  const rows = await tx.$queryRawUnsafe<ThreadState[]>(text, value)
  return rows[0]
}

export interface NewThread {
  id: string
  sectionId: string
  title: string
}

/**
 * A thread with its first post in one statement; nothing happens where the section has become a category.
 */
const INSERT_THREAD = {
  name: 'open-thread',
  text: `
  WITH s AS (
    UPDATE section SET thread_count = thread_count + 1 WHERE id = $2 AND child_count = 0
    RETURNING id, date_trunc('milliseconds', clock_timestamp()) AS ctime
  ), a AS (${noteActivitySql('(SELECT $1::uuid AS id, s.id AS section_id FROM s) AS opened')}
  ), t AS (
    INSERT INTO thread (
      id, section_id, title, ctime, author_id, post_count, announcement_count,
      last_post_id, last_post_at, last_post_author_id, last_post_role
    )
    SELECT $1, s.id, $3, s.ctime, $6, 1, $10::boolean::int, $4, s.ctime, $6, $7 FROM s
  ), p AS (
    INSERT INTO post (id, thread_id, position, ctime, author_id, author_role, last_revision_id)
    SELECT $4, $1, 0, s.ctime, $6, $7, $5 FROM s
  ), r AS (
    INSERT INTO revision (id, post_id, position, time, author_id, author_role, html, source, has_admin_block)
    SELECT $5, $4, 0, s.ctime, $6, $7, $8, $9, $10 FROM s
  )
  SELECT id FROM s`,
}

/** Answers whether the thread is there now. */
export async function insertThread(pool: pg.Pool, thread: NewThread, post: NewPost): Promise<boolean> {
  const { rows } = await pool.query({
    ...INSERT_THREAD,
    values: [
      thread.id,
      thread.sectionId,
      thread.title,
      post.id,
      post.revisionId,
      post.authorId,
      post.authorRole,
      post.html,
      post.source,
      post.hasAdminBlock,
    ],
  })
  return rows.length > 0
}

/** Sets columns of a locked thread. */
export async function updateThread(
  tx: Prisma.TransactionClient,
  id: string,
  data: Pick<Prisma.ThreadUncheckedUpdateInput, 'title' | 'isPinned' | 'isLocked' | 'isDeleted'>,
): Promise<void> {
  await tx.thread.update({ where: { id }, data, select: { id: true } })
}

const NOTE_ACTIVITY = noteActivitySql('(VALUES ($1::uuid, $2::uuid)) AS changed (id, section_id)')

/** Counts a change of what may be unread in the thread's section; a section's row is locked before its activity. */
export async function noteActivity(
  tx: Prisma.TransactionClient,
  { id, sectionId }: { id: string; sectionId: string },
): Promise<void> {
  await tx.$executeRawUnsafe(NOTE_ACTIVITY, id, sectionId)
}

/** Changes a section's number of live threads by the one that comes or goes, and with it what may be unread there. */
export async function countThreads(
  tx: Prisma.TransactionClient,
  thread: { id: string; sectionId: string },
  change: 1 | -1,
): Promise<void> {
  await tx.section.update({
    where: { id: thread.sectionId },
    data: { threadCount: { increment: change } },
    select: { id: true },
  })
  await noteActivity(tx, thread)
}

async function moveReports(
  tx: Prisma.TransactionClient,
  thread: { id: string; sectionId: string },
  destinationId: string,
): Promise<void> {
  const moved = await tx.$queryRaw<{ part: string; count: number }[]>`
    WITH moved AS (
      UPDATE report SET section_id = ${destinationId}::uuid WHERE thread_id = ${thread.id}::uuid RETURNING status
    )
    SELECT status::text AS part, count(*)::int AS count FROM moved GROUP BY status`
  const changes = moved.flatMap(({ part, count }) => [
    { sectionId: thread.sectionId, part, by: -count },
    { sectionId: destinationId, part, by: count },
  ])
  await addToTallies(tx, 'Report', changes)
}

/** Brings a locked thread, with the reports on it, into another section. */
export async function moveThread(
  tx: Prisma.TransactionClient,
  thread: { id: string; sectionId: string },
  destinationId: string,
): Promise<void> {
  await tx.thread.update({
    where: { id: thread.id },
    data: { sectionId: destinationId },
    select: { id: true },
  })
  await moveReports(tx, thread, destinationId)
  await countThreads(tx, thread, -1)
  await countThreads(tx, { id: thread.id, sectionId: destinationId }, 1)
}
