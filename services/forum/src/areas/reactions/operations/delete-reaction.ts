import { reactionKeys } from '@agora/shared/config/reactions'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessPostToReact } from '../authority.ts'
import type { PostReactions } from '../schemas.ts'
import { readReactions, takeReactionBack } from '../store.ts'

/** @throws ApiError postNotFound, reactionNotFound, forbidden, cannotCreatePost */
export async function deleteReaction(
  context: Context,
  principal: Caller,
  ref: string,
  key: string,
): Promise<PostReactions> {
  const { db, config } = context
  const { post, member } = await accessPostToReact(context, principal, ref, key)
  await takeReactionBack(db, { postId: post.id, key, userId: member.user.id })
  const reader = { keys: reactionKeys(config), userId: member.user.id }
  return { reactions: await readReactions(db, post.id, reader) }
}
