import type { Caller } from '@agora/shared/contracts/principal'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Member } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator } from '../../moderation/authority.ts'
import { recordModeration } from '../../moderation/events.ts'
import { hidePost } from '../../posts/hide-post.ts'
import { getPost } from '../../posts/operations/get-post.ts'
import { resolveLocked } from '../../reports/resolve-locked.ts'
import { accessScope, findSanctioned } from '../../sanctions/authority.ts'
import { imposeSanction, readExpiry } from '../../sanctions/impose.ts'
import type { NewSanction } from '../../sanctions/store.ts'
import { viewSanction } from '../../sanctions/views.ts'
import { removeThread } from '../../threads/remove-thread.ts'
import { accessToJudge, type Judged, lockToJudge } from '../authority.ts'
import type { Judgement, JudgementInput } from '../schemas.ts'
import { lockPending } from '../store.ts'

/**
 * Resolves all pending reports on a post or a thread, and with them, where asked to, hides the post or deletes the thread
 * and sanctions its author: all of it, or nothing.
 *
 * @throws ApiError cannotResolveReport, reportTargetNotFound, reportAlreadyResolved, and what hiding a post, deleting a
 *   thread and imposing a sanction throw
 */
export async function judgeTarget(
  context: Context,
  principal: Caller,
  input: JudgementInput,
): Promise<Judgement> {
  const expiresAt = input.sanction ? readExpiry(input.sanction) : null
  const moderator = await accessAsModerator(context, principal, errors.cannotResolveReport)
  const { authorId } = await accessToJudge(context, moderator, input.target)
  const sanction = await prepareSanction(context, moderator, input, { authorId, expiresAt })
  const { reports, imposed, hidden } = await context.db.transaction(async (tx) => {
    const judged = await lockToJudge(tx, moderator, input.target)
    const reports = await lockPending(tx, targetOf(judged))
    if (reports.length === 0) throw new ApiError(errors.reportAlreadyResolved)
    // In this order, in which others lock sections, and then the lengths of listings.
    const hiding = input.hide ? [await hide(tx, moderator, judged, input.hide.comment ?? null)] : []
    const resolutions = await resolveLocked(tx, moderator, targetOf(judged), reports, input)
    const imposed = sanction && (await imposeSanction(tx, sanction))
    await recordModeration(tx, moderator, [...hiding, ...resolutions, ...(imposed ? [imposed.act] : [])])
    return { reports, imposed, hidden: input.hide ? judged.post : null }
  })
  return {
    reports,
    post: hidden && (await getPost(context, principal, hidden.id)),
    sanction: imposed ? viewSanction(imposed.created, true) : null,
  }
}

/** What to impose on the author; null if nothing is asked for. */
async function prepareSanction(
  context: Context,
  moderator: Member,
  { sanction }: JudgementInput,
  { authorId, expiresAt }: { authorId: string; expiresAt: Date | null },
): Promise<NewSanction | null> {
  if (!sanction) return null
  const { section, kind, reason, internal_note: internalNote } = sanction
  const sectionId = await accessScope(context, moderator, section)
  const { id: userId } = await findSanctioned(context, moderator, { type: 'User', id: authorId })
  return { userId, sectionId, kind, expiresAt, reason, internalNote, createdById: moderator.user.id }
}

const targetOf = ({ post, thread }: Judged) =>
  post
    ? { postId: post.id, threadId: post.threadId, sectionId: post.sectionId }
    : { postId: null, threadId: thread.id, sectionId: thread.sectionId }

const hide = (tx: Transaction, member: Member, judged: Judged, comment: string | null) =>
  judged.post
    ? hidePost(tx, { member, post: judged.post, authority: judged.authority }, comment)
    : removeThread(tx, judged.thread, member, comment)
