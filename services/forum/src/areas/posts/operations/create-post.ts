import { newId } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { actingUser, actorFrom, isMember } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import { renderBody } from '../../../bodies.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { parseReference } from '../../../references.ts'
import { grammarFor } from '../../sections/grammar.ts'
import { canSeeThread, threadAbilities } from '../../threads/authority.ts'
import { findThread } from '../../threads/store.ts'
import type { Post, PostInput } from '../schemas.ts'
import { insertReply } from '../store.ts'
import { viewPost } from '../views.ts'

/** @throws ApiError threadNotFound, cannotCreatePost, bodyNotParsed, bodyNotRendered */
export async function createPost(
  context: Context,
  principal: Caller,
  threadRef: string,
  input: PostInput,
): Promise<Post> {
  const { pool, prisma, config } = context
  const reference = parseReference(threadRef)
  if (!reference) throw new ApiError(errors.threadNotFound)
  // The write holds where the thread is still as it was judged; where it is not, it is judged anew.
  for (;;) {
    const thread = await findThread(pool, reference, actingUser(principal))
    if (!thread) throw new ApiError(errors.threadNotFound)
    const actor = await actorFrom(context, principal, thread.facts)
    const authority = authorityIn(actor, thread.sectionId)
    if (!canSeeThread(authority, thread)) throw new ApiError(errors.threadNotFound)
    if (!threadAbilities(actor, authority, thread).can_post || !isMember(actor))
      throw new ApiError(errors.cannotCreatePost)

    const body = await renderBody(prisma, input.body, grammarFor(authority, config.forum.icons))
    const [id, revisionId] = [newId(), newId()]
    const author = { authorId: actor.user.id, authorRole: authority.role ?? null }
    const written = await insertReply(pool, thread, { id, revisionId, ...author, ...body })
    if (!written) continue

    const ctime = written.ctime.toISOString()
    const named = { ...author, authorName: actor.user.displayName }
    const post = {
      id,
      position: written.position,
      ctime,
      ...named,
      revisionCount: 1,
      isModerated: false,
      isHidden: false,
    }
    const last = {
      id: revisionId,
      time: ctime,
      authorKind: 'User' as const,
      ...named,
      html: body.html,
      moderation: null,
      comment: null,
    }
    const state = { postCount: written.postCount, isDeleted: false }
    return viewPost(post, last, { actor, authority, thread: state })
  }
}
