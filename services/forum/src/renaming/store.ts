import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { recordRewrites } from '../changes/store.ts'
import { mentionedSql, NAMING } from './sql.ts'

export interface FormerName {
  name: string
  /** Whether somebody else is called so now. */
  isShared: boolean
}

/** Names that differ in case alone are one. Folded here alone: Postgres folds some letters otherwise. */
export const foldName = (name: string): string => name.trim().toLowerCase()

/** Every name that a member ever had, by the name as it is folded. */
export async function readFormerNames(db: Queries, userId: string): Promise<Map<string, FormerName>> {
  const formerNames = await db.all<FormerName>(sql`
    SELECT former.name, EXISTS (
      SELECT FROM known_user AS other
      WHERE lower(other.display_name) = lower(former.name) AND other.id <> ${userId} AND other.erased_at IS NULL
    ) AS "isShared"
    FROM former_name AS former WHERE user_id = ${userId}`)
  const names = new Map<string, FormerName>()
  for (const { name, isShared } of formerNames) {
    const folded = foldName(name)
    names.set(folded, { name: folded, isShared: isShared || (names.get(folded)?.isShared ?? false) })
  }
  return names
}

export async function forgetFormerNames(db: Queries, userId: string): Promise<void> {
  await db.query(sql`DELETE FROM former_name WHERE user_id = ${userId}`)
}

/** Revisions that one statement searches: few enough that it ends in time, however long they are. */
const AT_ONCE = 100

export interface NamingText {
  id: string
  /** Ids of members. */
  mentioned: string[]
  /** As written. */
  quoted: string[]
}

/** The next revisions after this one that mention or quote anybody by name. */
export const findNaming = (db: Queries, after: string) =>
  db.all<NamingText>(sql`
    SELECT id, ${raw(mentionedSql('html'))} AS mentioned, ARRAY(
      SELECT DISTINCT quote[1] FROM regexp_matches(source, ${'\\[quote=([^][\\r\\n]+)\\]'}, 'g') AS quote
    ) AS quoted
    FROM revision WHERE id > ${after}::uuid AND ${raw(NAMING)}
    ORDER BY id LIMIT ${AT_ONCE}`)

export interface NamingRevision {
  id: string
  html: string
  source: string
  postId: string
  /** Whether the member has written in its thread. */
  isAmongAuthors: boolean
}

/** Held until the transaction ends; undefined if its body was removed meanwhile. */
export const lockRevision = (tx: Transaction, id: string, userId: string) =>
  tx.maybeOne<NamingRevision>(sql`
    SELECT r.id, r.html, r.source, r.post_id AS "postId", EXISTS (
      SELECT FROM post AS own WHERE own.thread_id = p.thread_id AND own.author_id = ${userId}
    ) AS "isAmongAuthors"
    FROM revision AS r JOIN post AS p ON p.id = r.post_id
    WHERE r.id = ${id} AND r.html IS NOT NULL AND r.source IS NOT NULL FOR UPDATE OF r`)

export async function writeBody(
  tx: Transaction,
  { id, postId }: Pick<NamingRevision, 'id' | 'postId'>,
  { html, source }: { html: string; source: string },
): Promise<void> {
  const recorded = await recordRewrites(tx, [{ post: postId, pictures: false }])
  await recorded.query(sql`UPDATE revision SET html = ${html}, source = ${source} WHERE id = ${id}`)
}

export interface NamingProfile {
  userId: string
  html: string
  source: string
}

/** Held until the transaction ends: the next profiles that mention the member or quote anybody, after that of this account. */
export const lockNamingProfiles = (tx: Transaction, userId: string, after: string) =>
  tx.all<NamingProfile>(sql`
    SELECT user_id AS "userId", about_html AS html, about_source AS source FROM profile
    WHERE (mentioned @> ARRAY[${userId}::uuid] OR strpos(about_source, '[quote=') > 0)
      AND user_id > ${after}::uuid AND about_html IS NOT NULL
    ORDER BY user_id LIMIT ${AT_ONCE} FOR UPDATE`)

export async function writeAbout(tx: Transaction, { userId, html, source }: NamingProfile): Promise<void> {
  await tx.query(
    sql`UPDATE profile SET about_html = ${html}, about_source = ${source} WHERE user_id = ${userId}`,
  )
}
