import type { Caller } from '@agora/shared/contracts/principal'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { picturesNamed } from '@agora/shared/markup/index'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { postAbilities } from '../../../authority/abilities.ts'
import { type Actor, isMember, loadActor } from '../../../authority/actor.ts'
import { moderatesAnything } from '../../../authority/authority.ts'
import { renderBody } from '../../../bodies/render.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { PostingAllowance } from '../../../limits/posting.ts'
import { noPictures, type OwnPictures, ownPictures } from '../../../pictures/own.ts'
import { readAuthor } from '../../../pictures/store.ts'
import { requireId } from '../../../resources/references.ts'
import { recordModeration } from '../../moderation/events.ts'
import { tellingWhatIsClosed } from '../../moderation/told.ts'
import { grammarFor } from '../../sections/grammar.ts'
import { accessPostToWrite } from '../authority.ts'
import { postAct, postTold } from '../events.ts'
import type { PostPatch, SinglePost } from '../schemas.ts'
import { addRevision } from '../store-revisions.ts'
import { getPost } from './get-post.ts'

/**
 * Writes a revision: an absent field is unchanged, null clears it. Where limits are on, an author's edits of two minutes
 * are one revision.
 *
 * @throws ApiError postNotFound, cannotUpdatePost, bodyNotParsed, bodyNotRendered, tooManyRequests
 */
export async function updatePost(
  context: Context,
  principal: Caller,
  ref: string,
  patch: PostPatch,
): Promise<SinglePost> {
  const { db, posting } = context
  const actor = await loadActor(context, principal)
  const post = requireId(ref, errors.postNotFound)
  const pictures = await picturesOf(context, actor, post, patch)
  const write = (allowance: PostingAllowance) =>
    db.transaction((tx) => writeEdit(tx, context, { actor, allowance, post, patch, pictures }))
  if (isMember(actor)) {
    // An edit is held to the same limits as a new post. A moderator has none, and others edit only their own.
    const allowance = await posting.allowance(db, principal, actor, post)
    await posting.count('edits', actor, allowance, () => write(allowance))
  } else await write({})
  context.written.set()
  return getPost(context, principal, ref)
}

/** Those of the post's author, whoever edits it. Asked before the transaction, which must not wait for another service. */
async function picturesOf(
  { db, media }: Context,
  actor: Actor,
  post: string,
  { content }: PostPatch,
): Promise<OwnPictures> {
  if (typeof content !== 'string' || picturesNamed(content, 1).length === 0 || !isMember(actor))
    return noPictures
  const author = await readAuthor(db, post)
  const mayEdit = author === actor.user.id || moderatesAnything(actor)
  return author !== undefined && mayEdit ? ownPictures(media, actor, author, content) : noPictures
}

interface Edit {
  actor: Actor
  allowance: PostingAllowance
  post: string
  patch: PostPatch
  pictures: OwnPictures
}

async function writeEdit(
  tx: Transaction,
  { config, posting, isTold }: Context,
  { actor, allowance, post: id, patch, pictures }: Edit,
): Promise<true> {
  const { post, authority, member } = await accessPostToWrite(tx, actor, id, errors.cannotUpdatePost)
  const moderates = typeof patch.moderation === 'string' || patch.content === null
  const permitted =
    postAbilities(member, authority, post).can_edit &&
    (!moderates || authority.canModerate) &&
    patch.last_revision_id === post.lastRevisionId
  if (!permitted) throw new ApiError(errors.cannotUpdatePost)

  const grammar = grammarFor(authority, config.forum.icons, allowance, post.mentioned)
  const { content } = patch
  const body = typeof content === 'string' ? await renderBody(tx, content, { ...grammar, pictures }) : content
  // Correcting one's own post is the member's act; any other change is an act of the role.
  const asRole = moderates || post.authorId !== member.user.id
  await addRevision(tx, post, {
    asRole,
    joinsLast: posting.isLimited && !asRole,
    countsMentions: allowance.mentions !== undefined,
    authorId: member.user.id,
    authorRole: authority.role ?? null,
    body,
    moderation: patch.moderation,
    comment: patch.comment,
  })
  if (asRole) await recordModeration(tx, member, [postAct('EditPost', post, patch.comment, body)])
  else if (isTold)
    await appendEvents(tx, member.traceparent, await tellingWhatIsClosed(tx, postTold(post, body)))
  return true
}
