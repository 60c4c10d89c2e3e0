import { newId } from '@agora/shared/contracts/ids'
import { sql, type Transaction } from '@agora/shared/database/sql'
import type { PostState } from '../../authority/abilities.ts'
import type { Role } from '../../authority/role.ts'
import type { Body } from '../../bodies.ts'
import { enqueueRevision } from '../../notifying/store.ts'
import { queueForIndexing } from '../../search/indexing/store-due.ts'

/** A post and what its next revision inherits, read under the locks of its thread and itself. */
export interface LockedPost extends PostState {
  id: string
  threadId: string
  sectionId: string
  authorName: string
  lastRevisionId: string
  revisionCount: number
  html: string | null
  source: string | null
  hasAdminBlock: boolean
  moderation: string | null
}

/** Locks the thread, then the post, until the transaction ends. */
export async function lockPost(tx: Transaction, id: string): Promise<LockedPost | undefined> {
  const { rows: threads } = await tx.query(sql`
    SELECT FROM thread AS t
    WHERE t.id = (SELECT thread_id FROM post WHERE id = ${id}::uuid) FOR NO KEY UPDATE`)
  if (threads.length === 0) return undefined
  const { rows: posts } = await tx.query<LockedPost>(sql`
    SELECT p.id, p.thread_id AS "threadId", t.section_id AS "sectionId", t.is_deleted AS "threadIsDeleted",
      p.author_id AS "authorId", coalesce(u.display_name, '') AS "authorName",
      p.position = t.post_count - 1 AS "isLast", p.is_moderated AS "isModerated",
      p.last_revision_id AS "lastRevisionId", p.revision_count AS "revisionCount",
      r.html, r.source, r.has_admin_block AS "hasAdminBlock", r.moderation
    FROM post AS p
    JOIN thread AS t ON t.id = p.thread_id
    JOIN revision AS r ON r.id = p.last_revision_id
    LEFT JOIN known_user AS u ON u.id = p.author_id
    WHERE p.id = ${id}::uuid FOR NO KEY UPDATE OF p`)
  return posts[0]
}

interface NewRevision {
  /** A moderation act, attributed to the role. */
  asRole: boolean
  authorId: string
  authorRole: Role | null
  /** Undefined keeps the body, null hides it. */
  body: Body | null | undefined
  /** Undefined keeps the note. */
  moderation: string | null | undefined
  comment: string | null
}

/** Writes the next revision of a locked post, and updates its thread. */
export async function addRevision(tx: Transaction, post: LockedPost, revision: NewRevision): Promise<void> {
  const { asRole, authorId, authorRole, comment } = revision
  const { html, source, hasAdminBlock } = nextBody(post, revision.body)
  const id = newId()
  await tx.query(sql`
    INSERT INTO revision (
      id, post_id, position, time, author_kind, author_id, author_role,
      html, source, has_admin_block, moderation, comment
    ) VALUES (
      ${id}::uuid, ${post.id}::uuid, ${post.revisionCount}::int, date_trunc('milliseconds', clock_timestamp()),
      ${asRole ? 'Role' : 'User'}::"ActorKind", ${authorId}::uuid, ${authorRole}::"Role",
      ${html}, ${source}, ${hasAdminBlock},
      ${revision.moderation === undefined ? post.moderation : revision.moderation}, ${comment}
    )`)
  await tx.query(sql`
    UPDATE post SET
      last_revision_id = ${id}, revision_count = revision_count + 1,
      is_moderated = is_moderated OR ${asRole}::boolean, is_hidden = ${html === null}::boolean
    WHERE id = ${post.id}`)
  await queueForIndexing(tx, post.id)
  if (revision.body)
    await enqueueRevision(tx, { threadId: post.threadId, postId: post.id, position: post.revisionCount })
  const announced = Number(hasAdminBlock) - Number(post.hasAdminBlock)
  if (announced !== 0) {
    await tx.query(sql`
      UPDATE thread SET announcement_count = announcement_count + ${announced}::int WHERE id = ${post.threadId}`)
  }
}

function nextBody(post: LockedPost, body: Body | null | undefined) {
  if (body === null) return { html: null, source: null, hasAdminBlock: false }
  return body ?? post
}
