import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { postAbilities } from '../../../authority/abilities.ts'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessPostToWrite } from '../authority.ts'
import { postAct } from '../events.ts'
import type { PostDeletion, SinglePost } from '../schemas.ts'
import { addRevision } from '../store-revisions.ts'
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
    const { post, authority, member } = await accessPostToWrite(tx, actor, ref, errors.cannotHidePost)
    const permitted =
      postAbilities(member, authority, post).can_delete && lastRevisionId === post.lastRevisionId
    if (!permitted) throw new ApiError(errors.cannotHidePost)
    await addRevision(tx, post, {
      asRole: true,
      authorId: member.user.id,
      authorRole: authority.role ?? null,
      body: null,
      moderation: comment,
      comment,
    })
    await recordModeration(tx, member, [postAct('DeletePost', post, comment)])
  })
  return getPost(context, principal, ref)
}
