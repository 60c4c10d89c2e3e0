import type { Page } from '@agora/shared/contracts/pagination'
import { timesAsText } from '@agora/shared/database/pool'
import type { Queries } from '@agora/shared/database/sql'
import { type ActorFacts, actorFactsSql } from '../../authority/store.ts'
import { textSql } from '../../bodies/large-texts.ts'
import { POST_LOCATION_COLUMNS, type PostLocationRow } from '../../resources/location.ts'
import { SECTION_HEAD_COLUMNS, type SectionHeadRow } from '../../resources/section.ts'
import { nameOf } from '../../resources/sql.ts'
import { THREAD_HEAD_COLUMNS, type ThreadHeadRow } from '../../resources/thread.ts'
import {
  PAGE_POST_COLUMNS,
  type PagePostRow,
  POST_COLUMNS,
  type PostRow,
  REVISION_COLUMNS,
  type RevisionRow,
} from './sql.ts'

export interface SinglePostRow {
  facts: ActorFacts
  post: PostRow
  thread: ThreadHeadRow & { isDeleted: boolean; postCount: number }
  section: SectionHeadRow
  revisions: RevisionRow[]
}

/** One statement, so that a post and its revisions are of one moment. */
const readSingle = (columns: string) => `
  SELECT ${actorFactsSql('$4')} AS facts,
    (SELECT row_to_json(one) FROM (SELECT ${POST_COLUMNS}) AS one) AS post,
    (
      SELECT row_to_json(one) FROM (
        SELECT ${THREAD_HEAD_COLUMNS}, t.is_deleted AS "isDeleted", t.post_count AS "postCount"
      ) AS one
    ) AS thread,
    (SELECT row_to_json(one) FROM (SELECT ${SECTION_HEAD_COLUMNS}) AS one) AS section,
    array_to_json(ARRAY(
      SELECT row_to_json(revision) FROM (
        SELECT ${columns} FROM revision AS r
        WHERE r.post_id = p.id AND r.position >= $2::bigint AND r.position < $2::bigint + $3::bigint
        ORDER BY r.position
      ) AS revision
    )) AS revisions
  FROM post AS p JOIN thread AS t ON t.id = p.thread_id JOIN section AS s ON s.id = t.section_id
  WHERE p.id = $1`

const plain = { name: 'single-post', text: readSingle(REVISION_COLUMNS) }
const withSource = {
  name: 'single-post-source',
  text: readSingle(`${REVISION_COLUMNS}, ${textSql('revision.source', 'r')} AS source`),
}

/** A post with a page of its revisions, oldest first; undefined if there is none with this id. */
export async function readSinglePost(
  db: Queries,
  id: string,
  { offset, limit }: Page,
  { source, userId }: { source: boolean; userId: string | null },
): Promise<SinglePostRow | undefined> {
  const statement = source ? withSource : plain
  return db.maybeOne<SinglePostRow>({ values: [id, offset, limit, userId], ...statement })
}

/** A post with its place in its thread. */
export interface PlacedPost extends PostLocationRow {
  facts: ActorFacts
  sectionId: string
  threadIsDeleted: boolean
  authorId: string
  authorName: string | null
  /** The current source; null while it is hidden. */
  source: string | null
}

export const readPlacedPost = (db: Queries, id: string, userId: string | null) =>
  db.maybeOne<PlacedPost>({
    name: 'placed-post',
    text: `
      SELECT ${actorFactsSql('$2')} AS facts, ${POST_LOCATION_COLUMNS}, t.section_id AS "sectionId",
        t.is_deleted AS "threadIsDeleted", p.author_id AS "authorId", ${nameOf('p.author_id')} AS "authorName", r.source
      FROM post AS p JOIN thread AS t ON t.id = p.thread_id JOIN revision AS r ON r.id = p.last_revision_id
      WHERE p.id = $1`,
    values: [id, userId],
  })

export interface PostOfThreadRow extends PagePostRow {
  facts: ActorFacts
  sectionId: string
  postCount: number
  isDeleted: boolean
}

/** A post as its thread's page shows it; undefined if there is none with this id. */
export const readPost = (db: Queries, id: string, userId: string | null) =>
  db.maybeOne<PostOfThreadRow>({
    name: 'post',
    text: `
      SELECT ${PAGE_POST_COLUMNS}, ${actorFactsSql('$2')} AS facts, t.section_id AS "sectionId",
        t.post_count AS "postCount", t.is_deleted AS "isDeleted"
      FROM post AS p JOIN thread AS t ON t.id = p.thread_id JOIN revision AS r ON r.id = p.last_revision_id
      LEFT JOIN known_user AS u ON u.id = p.author_id
      WHERE p.id = $1`,
    values: [id, userId],
    types: timesAsText,
  })
