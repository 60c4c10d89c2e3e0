import { reactionKeys } from '@agora/shared/config/reactions'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessPostToReact } from '../authority.ts'
import type { PostReactions } from '../schemas.ts'
import { giveReaction, readReactions } from '../store.ts'

/** @throws ApiError postNotFound, reactionNotFound, forbidden, cannotCreatePost, tooManyRequests */
export async function putReaction(
  context: Context,
  principal: Caller,
  ref: string,
  key: string,
): Promise<PostReactions> {
  const { db, config, posting, written } = context
  const { post, member } = await accessPostToReact(context, principal, ref, key)
  const reaction = { postId: post.id, key, userId: member.user.id }
  const allowance = await posting.allowance(db, principal, member)
  if (await posting.count('reactions', member, allowance, () => giveReaction(db, reaction))) written.set()
  const reader = { keys: reactionKeys(config), userId: member.user.id }
  return { reactions: await readReactions(db, post.id, reader) }
}
