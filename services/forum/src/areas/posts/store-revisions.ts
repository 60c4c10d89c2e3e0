import { newId } from '@agora/shared/contracts/ids'
import type { Role } from '@agora/shared/contracts/roles'
import { sql, type Transaction } from '@agora/shared/database/sql'
import { addresseesOf } from '@agora/shared/markup/index'
import type { PostState } from '../../authority/abilities.ts'
import type { Body } from '../../bodies/render.ts'
import { type Recorded, recordChange } from '../../changes/store.ts'
import { mayShowPictures } from '../../pictures/store.ts'

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
  /** Whom its revisions have mentioned. */
  mentioned: string[]
  /**
   * Whether its last revision is an edit by its author, begun less than two minutes ago, and nobody has reported
   * anything in the thread since.
   */
  isBeingEdited: boolean
}

/** Locks the thread, then the post, until the transaction ends. */
export async function lockPost(tx: Transaction, id: string): Promise<LockedPost | undefined> {
  const isThere = await tx.hasRows(sql`
    SELECT FROM thread AS t
    WHERE t.id = (SELECT thread_id FROM post WHERE id = ${id}::uuid) FOR NO KEY UPDATE`)
  if (!isThere) return undefined
  const post = await tx.maybeOne<LockedPost & { mentioned: string[] | null }>(sql`
    SELECT p.id, p.thread_id AS "threadId", t.section_id AS "sectionId", t.is_deleted AS "threadIsDeleted",
      p.author_id AS "authorId", coalesce(u.display_name, '') AS "authorName",
      p.position = t.post_count - 1 AS "isLast", p.is_moderated AS "isModerated",
      p.last_revision_id AS "lastRevisionId", p.revision_count AS "revisionCount",
      r.html, r.source, r.has_admin_block AS "hasAdminBlock", r.moderation, p.mentioned,
      p.revision_count > 1 AND r.author_kind = 'User' AND r.author_id = p.author_id
        AND r.time > clock_timestamp() - interval '2 minutes'
        AND NOT EXISTS (SELECT FROM report WHERE report.thread_id = t.id AND report.ctime >= r.time)
        AS "isBeingEdited"
    FROM post AS p
    JOIN thread AS t ON t.id = p.thread_id
    JOIN revision AS r ON r.id = p.last_revision_id
    LEFT JOIN known_user AS u ON u.id = p.author_id
    WHERE p.id = ${id}::uuid FOR NO KEY UPDATE OF p`)
  return post && { ...post, mentioned: post.mentioned ?? mentionedIn(post.html) }
}

const mentionedIn = (html: string | null) => (html === null ? [] : [...addresseesOf(html).mentions])

interface NewRevision {
  /** A moderation act, attributed to the role. */
  asRole: boolean
  /** Whether it becomes one with the last revision if the post is being edited. */
  joinsLast?: boolean
  /** Whether the mentions of its author are counted. */
  countsMentions?: boolean
  authorId: string
  authorRole: Role | null
  /** Undefined keeps the body, null hides it. */
  body: Body | null | undefined
  /** Undefined keeps the note. */
  moderation: string | null | undefined
  comment: string | null
}

/** Writes the next revision of a locked post, updates its thread, and records the change. */
export async function addRevision(
  tx: Transaction,
  post: LockedPost,
  revision: NewRevision,
): Promise<Recorded> {
  const body = nextBody(post, revision.body)
  const joins = revision.joinsLast === true && post.isBeingEdited
  const recorded = await recordChange(tx, {
    kind: 'PostEdited',
    section: post.sectionId,
    thread: post.threadId,
    post: post.id,
    position: joins ? post.revisionCount - 1 : post.revisionCount,
    actor: revision.authorId,
    // A revision that stays shows what it has shown.
    pictures:
      (joins && mayShowPictures(post.html)) || (revision.body !== undefined && mayShowPictures(body.html)),
  })
  const id = await (joins ? replaceLast : insertNext)(recorded, post, body, revision)
  const mentioned = revision.countsMentions
    ? [...new Set([...post.mentioned, ...mentionedIn(body.html)])]
    : null
  await recorded.query(sql`
    UPDATE post SET
      last_revision_id = ${id}, revision_count = revision_count + ${joins ? 0 : 1}::int,
      is_moderated = is_moderated OR ${revision.asRole}::boolean, is_hidden = ${body.html === null}::boolean,
      mentioned = coalesce(${mentioned}::uuid[], mentioned)
    WHERE id = ${post.id}`)
  const announced = Number(body.hasAdminBlock) - Number(post.hasAdminBlock)
  if (announced !== 0) {
    await recorded.query(sql`
      UPDATE thread SET announcement_count = announcement_count + ${announced}::int WHERE id = ${post.threadId}`)
  }
  return recorded
}

type NextBody = Pick<LockedPost, 'html' | 'source' | 'hasAdminBlock'>

async function insertNext(
  recorded: Recorded,
  post: LockedPost,
  { html, source, hasAdminBlock }: NextBody,
  { asRole, authorId, authorRole, moderation, comment }: NewRevision,
): Promise<string> {
  const id = newId()
  await recorded.query(sql`
    INSERT INTO revision (
      id, post_id, position, time, author_kind, author_id, author_role,
      html, source, has_admin_block, moderation, comment
    ) VALUES (
      ${id}::uuid, ${post.id}::uuid, ${post.revisionCount}::int, date_trunc('milliseconds', clock_timestamp()),
      ${asRole ? 'Role' : 'User'}::"ActorKind", ${authorId}::uuid, ${authorRole}::"Role",
      ${html}, ${source}, ${hasAdminBlock}, ${moderation === undefined ? post.moderation : moderation}, ${comment}
    )`)
  return id
}

/** Its id changes with its body, so that whoever edits the earlier body is refused. Its time does not: it began then. */
async function replaceLast(
  recorded: Recorded,
  { lastRevisionId }: LockedPost,
  { html, source, hasAdminBlock }: NextBody,
  { authorRole, comment }: NewRevision,
): Promise<string> {
  const id = newId()
  await recorded.query(sql`
    UPDATE revision SET id = ${id}::uuid, author_role = ${authorRole}::"Role", html = ${html}, source = ${source},
      has_admin_block = ${hasAdminBlock}, comment = coalesce(${comment}, comment)
    WHERE id = ${lastRevisionId}::uuid`)
  return id
}

function nextBody(post: LockedPost, body: Body | null | undefined): NextBody {
  if (body === null) return { html: null, source: null, hasAdminBlock: false }
  return body ?? post
}
