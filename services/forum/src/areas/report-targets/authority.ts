import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Member } from '../../authority/actor.ts'
import { type Authority, authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { type LockedPost, lockPost } from '../posts/store-revisions.ts'
import type { ReportTarget } from '../reports/schemas.ts'
import { findTarget, type Target } from '../reports/store-target.ts'
import { lockThread, type ThreadState } from '../threads/store.ts'

/**
 * The content that somebody who moderates something is about to judge, not locked.
 *
 * @throws ApiError reportTargetNotFound, cannotResolveReport
 */
export async function accessToJudge(
  { db }: Pick<Context, 'db'>,
  moderator: Member,
  { type, id }: ReportTarget,
): Promise<Target> {
  const kind = type === 'ForumPost' ? 'post' : 'thread'
  const target = await db.transaction((tx) => findTarget(tx, { kind, by: 'id', value: id }, { lock: false }))
  if (!target) throw new ApiError(errors.reportTargetNotFound)
  judge(moderator, target)
  return target
}

/** A thread, or a post of one, locked until the transaction ends. */
export type Judged =
  | { post: LockedPost; thread: null; authority: Authority }
  | { post: null; thread: ThreadState; authority: Authority }

/**
 * The same content, locked: nobody reports, changes or moves it any more.
 *
 * @throws ApiError reportTargetNotFound, cannotResolveReport
 */
export async function lockToJudge(
  tx: Transaction,
  moderator: Member,
  { type, id }: ReportTarget,
): Promise<Judged> {
  if (type === 'ForumPost') {
    const post = await lockPost(tx, id)
    if (!post) throw new ApiError(errors.reportTargetNotFound)
    return { post, thread: null, authority: judge(moderator, post) }
  }
  const thread = await lockThread(tx, { by: 'id', value: id })
  if (!thread) throw new ApiError(errors.reportTargetNotFound)
  return { post: null, thread, authority: judge(moderator, thread) }
}

function judge(moderator: Member, { sectionId }: { sectionId: string }): Authority {
  const authority = authorityIn(moderator, sectionId)
  if (!authority.canRead) throw new ApiError(errors.reportTargetNotFound)
  if (!authority.canModerate) throw new ApiError(errors.cannotResolveReport)
  return authority
}
