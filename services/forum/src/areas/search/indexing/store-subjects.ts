import type { Queries } from '@agora/shared/database/sql'

/** The current state of a subject: a post with its HTML, a thread with its title. */
export interface SubjectRow {
  subjectId: string
  kind: 'post' | 'title'
  version: string
  authorId: string
  sectionId: string
  locale: string | null
  threadId: string
  /** From SQL. */
  ctime: Date
  /** A post's in its thread; a title comes before all posts. */
  position: number
  /** For a post that may be found. */
  html: string | null
  /** Whether it must not be found: its body is hidden, or its thread deleted. */
  isHidden: boolean
}

/** As many of the subjects asked for, in the order asked, as are read at once. */
export interface Subjects {
  rows: SubjectRow[]
  /** The last of the rows if others may follow; undefined if these are all. */
  cutAfter: SubjectRow | undefined
}

/** How much HTML one statement reads; the last body may go beyond. */
const MAX_BYTES = 1024 * 1024

const POST_COLUMNS = `
    p.id AS "subjectId", 'post' AS kind, p.last_revision_id::text AS version, p.author_id AS "authorId",
    t.section_id AS "sectionId", s.locale, t.id AS "threadId", p.ctime, p.position,
    CASE WHEN NOT p.is_hidden AND NOT t.is_deleted THEN r.html END AS html,
    p.is_hidden OR t.is_deleted AS "isHidden", due.place`
const POST_TABLES = `
    JOIN thread AS t ON t.id = p.thread_id JOIN section AS s ON s.id = t.section_id
    JOIN revision AS r ON r.id = p.last_revision_id`
const TITLE_COLUMNS = `
    t.id AS "subjectId", 'title' AS kind, t.title AS version, t.author_id AS "authorId",
    t.section_id AS "sectionId", s.locale, t.id AS "threadId", t.ctime, -1 AS position,
    NULL AS html, t.is_deleted AS "isHidden", due.place`
const TITLE_TABLES = 'JOIN section AS s ON s.id = t.section_id'

/** Sizes are known without the texts, so that only those are read which are within the limit. */
const withinLimit = (subjects: string) => `
  SELECT * FROM (
    SELECT *, sum(coalesce(octet_length(html), 0)) OVER (ORDER BY place, position)::int8 AS bytes
    FROM (${subjects}) AS subject
  ) AS summed WHERE bytes - coalesce(octet_length(html), 0) < ${MAX_BYTES} ORDER BY place, position`

async function readWithinLimit(
  db: Queries,
  name: string,
  text: string,
  values: unknown[],
): Promise<Subjects> {
  const rows = await db.all<SubjectRow & { bytes: number }>({ name, text, values })
  const last = rows.at(-1)
  return { rows, cutAfter: last && last.bytes >= MAX_BYTES ? last : undefined }
}

const SUBJECTS = withinLimit(`
  SELECT ${POST_COLUMNS} FROM unnest($1::uuid[]) WITH ORDINALITY AS due (id, place)
    JOIN post AS p ON p.id = due.id ${POST_TABLES}
  UNION ALL
  SELECT ${TITLE_COLUMNS} FROM unnest($1::uuid[]) WITH ORDINALITY AS due (id, place)
    JOIN thread AS t ON t.id = due.id ${TITLE_TABLES}`)

/** Posts and titles as they are now; those that no longer exist are left out. */
export const readSubjects = (db: Queries, ids: readonly string[]): Promise<Subjects> =>
  readWithinLimit(db, 'search-subjects', SUBJECTS, [ids])

const DUE_THREADS = 'unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS due (thread_id, position, place)'
const OF_THREADS = withinLimit(`
  SELECT ${TITLE_COLUMNS} FROM ${DUE_THREADS}
    JOIN thread AS t ON t.id = due.thread_id ${TITLE_TABLES} WHERE due.position = 0
  UNION ALL
  SELECT ${POST_COLUMNS} FROM ${DUE_THREADS}
    JOIN post AS p ON p.thread_id = due.thread_id
      AND p.position >= due.position AND p.position < due.position + $3::int ${POST_TABLES}`)

/** The next posts of threads, at most `most` of each, and the titles of threads that are just beginning. */
export const readSubjectsOfThreads = (
  db: Queries,
  threads: readonly { threadId: string; position: number }[],
  most: number,
): Promise<Subjects> =>
  readWithinLimit(db, 'search-subjects-of-threads', OF_THREADS, [
    threads.map(({ threadId }) => threadId),
    threads.map(({ position }) => position),
    most,
  ])

/** The number of posts of each thread. */
export async function readPostCounts(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const threads = await db.all<{ id: string; posts: number }>({
    name: 'search-post-counts',
    text: 'SELECT id, post_count AS posts FROM thread WHERE id = ANY($1::uuid[])',
    values: [ids],
  })
  return new Map(threads.map(({ id, posts }) => [id, posts]))
}
