import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { actingUser, actorFrom } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { parseReference } from '../../../references.ts'
import { canSeeThread } from '../../threads/authority.ts'
import { findThread } from '../../threads/store.ts'
import { judgeReading } from '../authority.ts'
import { readerOf } from '../reader.ts'
import type { ReadState } from '../schemas.ts'
import { isUnread, markRead } from '../store.ts'

/**
 * Records that the member has been shown every post up to one.
 *
 * @throws ApiError unauthenticated, forbidden, threadNotFound, postOfAnotherThread
 */
export async function markThreadRead(
  context: Context,
  principal: Caller,
  ref: string,
  postId: string,
): Promise<ReadState> {
  const { pool } = context
  const reference = parseReference(ref)
  const thread = reference && (await findThread(pool, reference, actingUser(principal)))
  if (!thread) throw new ApiError(errors.threadNotFound)
  const reader = await actorFrom(context, principal, thread.facts)
  if (!canSeeThread(authorityIn(reader, thread.sectionId), thread)) throw new ApiError(errors.threadNotFound)
  const { user } = judgeReading(reader)
  if (!(await markRead(pool, user.id, thread.id, postId))) {
    throw new ApiError(errors.postOfAnotherThread)
  }
  return { is_unread: await isUnread(pool, readerOf(principal), thread.id) }
}
