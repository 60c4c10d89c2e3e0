import { parseUuid } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { type Actor, actingUser, actorFrom, isMember, type Member } from '../../authority/actor.ts'
import { type Authority, authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { canSeeThread } from '../threads/authority.ts'
import type { PostSelf } from './schemas.ts'
import { readSinglePost, type SinglePostRow } from './store.ts'
import { type LockedPost, lockPost } from './store-revisions.ts'
import type { PostViewer } from './views.ts'

/** What decides on acts on a post, besides who acts. */
export interface PostState {
  authorId: string
  isModerated: boolean
  /** Whether a reply has superseded it. */
  isLast: boolean
  threadIsDeleted: boolean
}

/** The acts on a post that its reader may do now: the `self` block, and the judgement of every write. */
export function postAbilities(actor: Actor, authority: Authority, post: PostState): PostSelf {
  const own = actor.user?.id === post.authorId
  const live = !post.threadIsDeleted
  const corrects = post.isLast && !post.isModerated
  return {
    // A mute keeps from editing one's own posts, moderators too; it does not keep from moderating.
    can_edit:
      live && (own ? authority.canWrite && (authority.canModerate || corrects) : authority.canModerate),
    can_delete: live && authority.canModerate,
    can_report: live && !own && authority.canReport,
  }
}

/** Whether the actor may read the source of a post: its author, and the moderators of its section. */
export function canReadSource(actor: Actor, authority: Authority, post: { authorId: string }): boolean {
  return authority.canModerate || actor.user?.id === post.authorId
}

/**
 * Loads a post with a page of its revisions.
 *
 * @throws ApiError postNotFound, also where its thread is deleted and the reader may not restore it
 */
export async function accessPost(
  context: Context,
  principal: Caller,
  ref: string,
  page: Page,
  options: { source: boolean },
): Promise<{ row: SinglePostRow; viewer: PostViewer }> {
  const id = parseUuid(ref)
  const wanted = { ...options, userId: actingUser(principal) }
  const row = id === undefined ? undefined : await readSinglePost(context.pool, id, page, wanted)
  if (!row) throw new ApiError(errors.postNotFound)
  const actor = await actorFrom(context, principal, row.facts)
  const authority = authorityIn(actor, row.thread.sectionId)
  if (!canSeeThread(authority, row.thread)) throw new ApiError(errors.postNotFound)
  return { row, viewer: { actor, authority, thread: row.thread } }
}

/**
 * Loads a post and locks it, after its thread, until the transaction ends. What the actor may do with it is
 * `postAbilities`.
 *
 * @param refusal what whoever is no member is told.
 * @throws ApiError postNotFound, `refusal`
 */
export async function accessPostToWrite(
  tx: Prisma.TransactionClient,
  actor: Actor,
  ref: string,
  refusal: ErrorDefinition,
): Promise<{ post: LockedPost; authority: Authority; actor: Member }> {
  const id = parseUuid(ref)
  const post = id === undefined ? undefined : await lockPost(tx, id)
  if (!post) throw new ApiError(errors.postNotFound)
  const authority = authorityIn(actor, post.sectionId)
  if (!canSeeThread(authority, { isDeleted: post.threadIsDeleted })) throw new ApiError(errors.postNotFound)
  if (!isMember(actor)) throw new ApiError(refusal)
  return { post, authority, actor }
}
