import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessPostToWrite } from '../authority.ts'
import { hidePost } from '../hide-post.ts'
import type { PostDeletion, SinglePost } from '../schemas.ts'
import { getPost } from './get-post.ts'

/**
 * Hides the body behind a moderation note; the history stays.
 *
 * @throws ApiError postNotFound, cannotHidePost
 */
export async function deletePost(
  context: Context,
  principal: Caller,
  ref: string,
  { last_revision_id: lastRevisionId, comment = null }: PostDeletion,
): Promise<SinglePost> {
  const actor = await loadActor(context, principal)
  await context.db.transaction(async (tx) => {
    const accessed = await accessPostToWrite(tx, actor, ref, errors.cannotHidePost)
    if (lastRevisionId !== accessed.post.lastRevisionId) throw new ApiError(errors.cannotHidePost)
    await recordModeration(tx, accessed.member, [await hidePost(tx, accessed, comment)])
  })
  return getPost(context, principal, ref)
}
