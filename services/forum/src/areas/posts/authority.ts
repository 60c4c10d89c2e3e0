import type { Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { canSeeThread } from '../../authority/abilities.ts'
import { type Actor, actingUser, actorFrom, isMember, type Member } from '../../authority/actor.ts'
import { type Authority, authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireId } from '../../resources/references.ts'
import {
  type PlacedPost,
  type PostOfThreadRow,
  readPlacedPost,
  readPost,
  readSinglePost,
  type SinglePostRow,
} from './store.ts'
import { type LockedPost, lockPost } from './store-revisions.ts'
import type { PostViewer } from './views.ts'

/**
 * Loads a post with a page of its revisions.
 *
 * @throws ApiError postNotFound, also if its thread is deleted and the actor may not restore it
 */
export async function accessPost(
  context: Context,
  principal: Caller,
  ref: string,
  page: Page,
  options: { source: boolean },
): Promise<{ row: SinglePostRow; viewer: PostViewer }> {
  const id = requireId(ref, errors.postNotFound)
  const wanted = { ...options, userId: actingUser(principal) }
  const row = await readSinglePost(context.db, id, page, wanted)
  if (!row) throw new ApiError(errors.postNotFound)
  const actor = await actorFrom(context, principal, row.facts)
  const authority = authorityIn(actor, row.section.id)
  if (!canSeeThread(authority, row.thread)) throw new ApiError(errors.postNotFound)
  return { row, viewer: { actor, authority, thread: row.thread } }
}

/**
 * Loads a post's location and text.
 *
 * @throws ApiError postNotFound, also if its thread is deleted and the actor may not restore it
 */
export async function accessPlacedPost(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<PlacedPost> {
  const id = requireId(ref, errors.postNotFound)
  const post = await readPlacedPost(context.db, id, actingUser(principal))
  if (!post) throw new ApiError(errors.postNotFound)
  const actor = await actorFrom(context, principal, post.facts)
  const authority = authorityIn(actor, post.sectionId)
  if (!canSeeThread(authority, { isDeleted: post.threadIsDeleted })) throw new ApiError(errors.postNotFound)
  return post
}

/**
 * Loads a post as its thread's page shows it.
 *
 * @throws ApiError postNotFound
 */
export async function accessPostOfThread(
  context: Context,
  principal: Caller,
  id: string,
): Promise<{ row: PostOfThreadRow; viewer: PostViewer }> {
  const row = await readPost(context.db, id, actingUser(principal))
  if (!row) throw new ApiError(errors.postNotFound)
  const actor = await actorFrom(context, principal, row.facts)
  const authority = authorityIn(actor, row.sectionId)
  if (!canSeeThread(authority, row)) throw new ApiError(errors.postNotFound)
  return { row, viewer: { actor, authority, thread: row } }
}

/**
 * Loads a post and locks it, after its thread, until the transaction ends. `postAbilities` says what the actor may do
 * with it.
 *
 * @param refusal the error for non-members.
 * @throws ApiError postNotFound, `refusal`
 */
export async function accessPostToWrite(
  tx: Transaction,
  actor: Actor,
  ref: string,
  refusal: ErrorDefinition,
): Promise<{ post: LockedPost; authority: Authority; member: Member }> {
  const post = await lockPost(tx, requireId(ref, errors.postNotFound))
  if (!post) throw new ApiError(errors.postNotFound)
  const authority = authorityIn(actor, post.sectionId)
  if (!canSeeThread(authority, { isDeleted: post.threadIsDeleted })) throw new ApiError(errors.postNotFound)
  if (!isMember(actor)) throw new ApiError(refusal)
  return { post, authority, member: actor }
}
