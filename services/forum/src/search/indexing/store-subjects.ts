import type { Queries } from '@agora/shared/database/sql'

/** The current state of a subject: a post with its HTML, a thread with its title. */
export interface SubjectRow {
  subjectId: string
  kind: 'post' | 'title'
  version: string
  authorId: string
  sectionId: string
  locale: string | null
  /** For a post. */
  html: string | null
  /** Whether it must not be found: its body is hidden, or its thread deleted. */
  isHidden: boolean
}

const POST_COLUMNS = `
    p.id AS "subjectId", 'post' AS kind, p.last_revision_id::text AS version, p.author_id AS "authorId",
    t.section_id AS "sectionId", s.locale, r.html, p.is_hidden OR t.is_deleted AS "isHidden"`
const POST_TABLES = `
    post AS p JOIN thread AS t ON t.id = p.thread_id JOIN section AS s ON s.id = t.section_id
    JOIN revision AS r ON r.id = p.last_revision_id`
const TITLE_COLUMNS = `
    t.id AS "subjectId", 'title' AS kind, t.title AS version, t.author_id AS "authorId",
    t.section_id AS "sectionId", s.locale, NULL AS html, t.is_deleted AS "isHidden"`
const TITLE_TABLES = 'thread AS t JOIN section AS s ON s.id = t.section_id'

const SUBJECTS = `
  SELECT ${POST_COLUMNS} FROM ${POST_TABLES} WHERE p.id = ANY($1::uuid[])
  UNION ALL
  SELECT ${TITLE_COLUMNS} FROM ${TITLE_TABLES} WHERE t.id = ANY($1::uuid[])`

/** Posts and titles as they are now; those that no longer exist are left out. */
export async function readSubjects(db: Queries, ids: readonly string[]): Promise<SubjectRow[]> {
  const { rows } = await db.query<SubjectRow>({ name: 'search-subjects', text: SUBJECTS, values: [ids] })
  return rows
}

const OF_THREADS = `
  WITH due AS (SELECT * FROM unnest($1::uuid[], $2::int[]) AS due (thread_id, position))
  SELECT ${TITLE_COLUMNS} FROM due JOIN ${TITLE_TABLES} ON t.id = due.thread_id WHERE due.position = 0
  UNION ALL
  SELECT ${POST_COLUMNS} FROM due JOIN ${POST_TABLES}
    ON p.thread_id = due.thread_id AND p.position >= due.position AND p.position < due.position + $3::int`

/** The next posts of threads, `most` of each, and the titles of threads that are just beginning. */
export async function readSubjectsOfThreads(
  db: Queries,
  threads: readonly { threadId: string; position: number }[],
  most: number,
): Promise<SubjectRow[]> {
  const { rows } = await db.query<SubjectRow>({
    name: 'search-subjects-of-threads',
    text: OF_THREADS,
    values: [threads.map(({ threadId }) => threadId), threads.map(({ position }) => position), most],
  })
  return rows
}

/** The number of posts of each thread. */
export async function readPostCounts(db: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; posts: number }>({
    name: 'search-post-counts',
    text: 'SELECT id, post_count AS posts FROM thread WHERE id = ANY($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, posts }) => [id, posts]))
}
