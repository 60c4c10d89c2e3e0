import { reactionKeys } from '@agora/shared/config/reactions'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { canSeeThread } from '../../authority/abilities.ts'
import { actingUser, actorFrom, isMember, type Member } from '../../authority/actor.ts'
import { type Authority, authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireId } from '../../resources/references.ts'
import { type ReactablePost, readReactablePost } from './store.ts'

interface Accessed {
  post: ReactablePost
  /** Undefined for guests and clients. */
  member: Member | undefined
  authority: Authority
}

/**
 * Loads a post whose reactions the caller may see, for one of the configured kinds. Those of a hidden post are seen by
 * nobody.
 *
 * @throws ApiError postNotFound, reactionNotFound
 */
export async function accessReactions(
  context: Context,
  principal: Caller,
  ref: string,
  key: string,
): Promise<Accessed> {
  const id = requireId(ref, errors.postNotFound)
  const post = await readReactablePost(context.db, id, actingUser(principal))
  if (!post || post.isHidden) throw new ApiError(errors.postNotFound)
  const actor = await actorFrom(context, principal, post.facts)
  const authority = authorityIn(actor, post.sectionId)
  if (!canSeeThread(authority, { isDeleted: post.threadIsDeleted })) throw new ApiError(errors.postNotFound)
  if (!reactionKeys(context.config).includes(key)) throw new ApiError(errors.reactionNotFound)
  return { post, authority, member: isMember(actor) ? actor : undefined }
}

/**
 * The same for a reaction, given or taken back: members who may post there, also while the thread is locked, to posts
 * of others.
 *
 * @throws ApiError postNotFound, reactionNotFound, forbidden, cannotCreatePost
 */
export async function accessPostToReact(
  context: Context,
  principal: Caller,
  ref: string,
  key: string,
): Promise<{ post: ReactablePost; member: Member }> {
  const { post, member, authority } = await accessReactions(context, principal, ref, key)
  if (member?.user.id === post.authorId) throw new ApiError(common.forbidden)
  if (!member || !authority.canWrite || post.threadIsDeleted) throw new ApiError(errors.cannotCreatePost)
  return { post, member }
}
