import { MAX_CLAIMED } from '@agora/shared/contracts/internal-media'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import { withoutPicturesInHtml, withoutPicturesInSource } from '@agora/shared/markup/index'
import { recordRewrites } from '../changes/store.ts'
import { isFollowerBehind } from '../followers/store.ts'

/** A picture in a body, with its id; no text of a body holds a `<`. */
const SHOWN = '<img src="/api/v1/media/([0-9a-f-]{36})/full"'

/** Whether a body may show a picture. */
export const mayShowPictures = (html: string | null): boolean =>
  html?.includes('<img src="/api/v1/media/') ?? false

/** Queues posts whose pictures may have changed. */
export async function queuePictures(tx: Transaction, posts: readonly string[]): Promise<void> {
  if (posts.length === 0) return
  await tx.query(sql`INSERT INTO picture_due (post_id) SELECT unnest(${posts}::uuid[])`)
}

export interface PictureDue {
  id: number
  postId: string
}

/** Queues those posts of threads, from these positions on, that may show pictures. */
export async function queuePicturesOfThreads(
  tx: Transaction,
  threads: readonly { threadId: string; position: number | null }[],
): Promise<void> {
  if (threads.length === 0) return
  const ids = threads.map(({ threadId }) => threadId)
  await tx.query(sql`
    INSERT INTO picture_due (post_id)
    SELECT p.id FROM (
      SELECT thread_id, min(position) AS position
      FROM unnest(${ids}::uuid[], ${threads.map(({ position }) => position ?? 0)}::int[]) AS given (thread_id, position)
      GROUP BY thread_id
    ) AS thread
    JOIN post AS p ON p.thread_id = thread.thread_id AND p.position >= thread.position
    WHERE EXISTS (
      SELECT FROM revision AS r WHERE r.post_id = p.id AND strpos(r.html, '<img src="/api/v1/media/') > 0
    )`)
}

/** Whether some post has waited for a minute to be told of. */
export async function isBehind(db: Queries): Promise<boolean> {
  const hasWaited = await db.scalar<boolean>(sql`
    SELECT EXISTS (SELECT FROM picture_due WHERE created_at < now() - interval '1 minute') OR EXISTS (
      SELECT FROM untold_revision AS u JOIN post AS p ON p.id = u.post_id
      WHERE u.position = 0 AND p.ctime < now() - interval '1 minute'
    )`)
  return hasWaited || (await isFollowerBehind(db, 'pictures'))
}

/** The oldest one that no other process works on. */
export const lockDue = (tx: Transaction) =>
  tx.maybeOne<PictureDue>(sql`
    SELECT id, post_id AS "postId" FROM picture_due ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`)

/**
 * A number for what is read after it. Whoever draws a higher one reads later: of all that is told of a post, what was read
 * last has the highest. The row of the last change was there before its number was drawn, so that number is of all changes.
 */
export const drawVersion = (tx: Transaction) =>
  tx.scalar<number>(sql`
    SELECT nextval(pg_get_serial_sequence('picture_due', 'id')) AS version`)

/** Puts one that failed behind the others: it may be at fault itself. */
export async function postponeDue(db: Queries, { id }: PictureDue): Promise<void> {
  await db.query(sql`
    UPDATE picture_due SET id = nextval(pg_get_serial_sequence('picture_due', 'id')) WHERE id = ${id}`)
}

export async function deleteDue(tx: Transaction, { id }: PictureDue): Promise<void> {
  await tx.query(sql`DELETE FROM picture_due WHERE id = ${id}`)
}

/**
 * The author of a post, and the pictures that one of its revisions shows, those of the newest first: history can be read, and
 * what is hidden may be shown again.
 */
export const readPictures = (db: Queries, postId: string) =>
  db.maybeOne<{ authorId: string; pictures: string[] }>(sql`
    SELECT author_id AS "authorId", ARRAY(
      SELECT shown[1] FROM revision, regexp_matches(html, ${SHOWN}, 'g') AS shown
      WHERE post_id = post.id GROUP BY shown[1] ORDER BY max(position) DESC LIMIT ${MAX_CLAIMED}
    ) AS pictures
    FROM post WHERE id = ${postId}::uuid`)

export const readAuthor = (db: Queries, postId: string) =>
  db.maybeScalar<string>(sql`
    SELECT author_id AS id FROM post WHERE id = ${postId}::uuid`)

/**
 * Puts the alternative texts of these pictures where they stood in a post, in earlier revisions too. Without a new
 * revision, since nobody has edited anything.
 */
export async function removePictures(tx: Transaction, postId: string, ids: readonly string[]): Promise<void> {
  const gone = new Set(ids)
  const shown = ids.map((id) => `%<img src="/api/v1/media/${id}/%`)
  await tx.query(sql`SELECT FROM post WHERE id = ${postId}::uuid FOR NO KEY UPDATE`)
  const revisions = await tx.scalars<string>(sql`
    SELECT id FROM revision WHERE post_id = ${postId}::uuid AND html LIKE ANY (${shown}::text[])`)
  if (revisions.length === 0) return
  const recorded = await recordRewrites(tx, [{ post: postId, pictures: false }])
  for (const id of revisions) {
    const body = await tx.maybeOne<{ html: string; source: string }>(sql`
      SELECT html, source FROM revision WHERE id = ${id}::uuid FOR UPDATE`)
    if (!body) continue
    const html = withoutPicturesInHtml(body.html, gone)
    const source = withoutPicturesInSource(body.source, gone)
    await recorded.query(sql`UPDATE revision SET html = ${html}, source = ${source} WHERE id = ${id}::uuid`)
  }
}

/** The sections of these posts. */
export const readSections = (db: Queries, posts: readonly string[]) =>
  db.scalars<string>(sql`
    SELECT DISTINCT t.section_id AS id FROM post AS p JOIN thread AS t ON t.id = p.thread_id
    WHERE p.id = ANY (${posts}::uuid[])`)
