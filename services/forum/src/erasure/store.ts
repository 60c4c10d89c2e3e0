import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import { noteFormerNameSql } from './sql.ts'

/** Others may have quoted the member under the name that is being replaced. */
export async function noteFormerName(
  tx: Transaction,
  { id, displayName }: { id: string; displayName: string },
): Promise<void> {
  await tx.query({ name: 'former-name', text: noteFormerNameSql('$1', '$2'), values: [id, displayName] })
}

/** Every name that a member ever had, in lowercase, and whether somebody else has it now. */
export async function readNames(db: Queries, userId: string): Promise<{ name: string; isShared: boolean }[]> {
  const { rows } = await db.query<{ name: string; isShared: boolean }>(sql`
    SELECT DISTINCT lower(former.name) AS name, EXISTS (
      SELECT FROM known_user AS other
      WHERE lower(other.display_name) = lower(former.name) AND other.id <> ${userId} AND other.erased_at IS NULL
    ) AS "isShared"
    FROM former_name AS former WHERE user_id = ${userId}`)
  return rows
}

export async function forgetNames(db: Queries, userId: string): Promise<void> {
  await db.query(sql`DELETE FROM former_name WHERE user_id = ${userId}`)
}

/** Texts that one statement searches: few enough that it ends in time, however long they are. */
const SPAN = { revisions: 10_000, bytes: 16 * 1024 * 1024 }

/** The last of the next revisions after this one that are searched together; undefined after the last. */
export async function readSpanEnd(db: Queries, after: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string | null }>(sql`
    SELECT max(id::text)::uuid AS id FROM (
      SELECT id, sum(size) OVER (ORDER BY id) - size AS before FROM (
        SELECT id, coalesce(octet_length(html) + octet_length(source), 0) AS size
        FROM revision WHERE id > ${after}::uuid ORDER BY id LIMIT ${SPAN.revisions}
      ) AS next
    ) AS span WHERE before < ${SPAN.bytes}`)
  return rows[0]?.id ?? undefined
}

export interface NamingText {
  id: string
  isMentioning: boolean
  /** As written. */
  quoted: string[]
}

/** The revisions of a span whose text mentions the member or quotes anybody by name. */
export async function findNaming(
  db: Queries,
  [after, end]: readonly [after: string, end: string],
  userId: string,
): Promise<NamingText[]> {
  const { rows } = await db.query<NamingText>(sql`
    SELECT id, "isMentioning", ARRAY(
      SELECT DISTINCT quote[1] FROM regexp_matches(source, ${'\\[quote=([^][\\r\\n]+)\\]'}, 'g') AS quote
    ) AS quoted
    FROM (
      SELECT id, source, strpos(html, ${`data-user-id="${userId}"`}) > 0 AS "isMentioning" FROM revision
      WHERE id > ${after}::uuid AND id <= ${end}::uuid
    ) AS revision
    WHERE "isMentioning" OR strpos(source, '[quote=') > 0
    ORDER BY id`)
  return rows
}

export interface NamingRevision {
  html: string
  source: string
  postId: string
  /** Whether it is the post's current revision. */
  isLast: boolean
  /** Whether the member has written in its thread. */
  isAmongAuthors: boolean
}

/** Held until the transaction ends; undefined if its body was removed meanwhile. */
export async function lockRevision(
  tx: Transaction,
  id: string,
  userId: string,
): Promise<NamingRevision | undefined> {
  const { rows } = await tx.query<NamingRevision>(sql`
    SELECT r.html, r.source, r.post_id AS "postId", p.last_revision_id = r.id AS "isLast", EXISTS (
      SELECT FROM post AS own WHERE own.thread_id = p.thread_id AND own.author_id = ${userId}
    ) AS "isAmongAuthors"
    FROM revision AS r JOIN post AS p ON p.id = r.post_id
    WHERE r.id = ${id} AND r.html IS NOT NULL AND r.source IS NOT NULL FOR UPDATE OF r`)
  return rows[0]
}

export async function writeBody(
  tx: Transaction,
  id: string,
  { html, source }: { html: string; source: string },
): Promise<void> {
  await tx.query(sql`UPDATE revision SET html = ${html}, source = ${source} WHERE id = ${id}`)
}

/** The tables with what a member has read, follows and was notified of, and what they may do. */
const OWN = [
  'role_grant',
  'read_mark',
  'read_floor',
  'subscription',
  'thread_participant',
  'notification_setting',
  'notification',
  'digest',
  'stream_seat',
]

export async function deleteOwn(db: Queries, userId: string): Promise<void> {
  for (const table of OWN) await purgeRows(db, table, sql`user_id = ${userId}`)
}

/** That moderators acted on the member stays; what they wrote about them does not. */
export async function blankRemarks(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    UPDATE sanction SET reason = '', internal_note = ''
    WHERE user_id = ${userId} AND (reason <> '' OR internal_note <> '')`)
  await db.query(sql`
    UPDATE moderation_entry SET comment = NULL WHERE target_user_id = ${userId} AND comment IS NOT NULL`)
}
