import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { postAbilities } from '../../../authority/abilities.ts'
import { loadActor } from '../../../authority/actor.ts'
import { renderBody } from '../../../bodies.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { recordModeration } from '../../moderation/events.ts'
import { grammarFor } from '../../sections/grammar.ts'
import { accessPostToWrite } from '../authority.ts'
import { postAct } from '../events.ts'
import type { PostPatch, SinglePost } from '../schemas.ts'
import { addRevision } from '../store-revisions.ts'
import { getPost } from './get-post.ts'

/**
 * Writes a revision: an absent field is unchanged, null clears it.
 *
 * @throws ApiError postNotFound, cannotUpdatePost, bodyNotParsed, bodyNotRendered
 */
export async function updatePost(
  context: Context,
  principal: Caller,
  ref: string,
  patch: PostPatch,
): Promise<SinglePost> {
  const { db, config, posting } = context
  const actor = await loadActor(context, principal)
  await db.transaction(async (tx) => {
    const { post, authority, member } = await accessPostToWrite(tx, actor, ref, errors.cannotUpdatePost)
    const moderates = typeof patch.moderation === 'string' || patch.content === null
    const permitted =
      postAbilities(member, authority, post).can_edit &&
      (!moderates || authority.canModerate) &&
      patch.last_revision_id === post.lastRevisionId
    if (!permitted) throw new ApiError(errors.cannotUpdatePost)

    const isOwn = post.authorId === member.user.id
    const render = async (source: string) => {
      // An edit is held to the same limits as a new post.
      const standing = isOwn ? await posting.standing(tx, principal, member, post.id) : {}
      return renderBody(tx, source, grammarFor(authority, config.forum.icons, standing.linkHosts))
    }
    const body = typeof patch.content === 'string' ? await render(patch.content) : patch.content
    // Correcting one's own post is the member's act; any other change is an act of the role.
    const asRole = moderates || !isOwn
    await addRevision(tx, post, {
      asRole,
      authorId: member.user.id,
      authorRole: authority.role ?? null,
      body,
      moderation: patch.moderation,
      comment: patch.comment,
    })
    if (asRole) await recordModeration(tx, member, [postAct('EditPost', post, patch.comment)])
  })
  context.written.set()
  return getPost(context, principal, ref)
}
