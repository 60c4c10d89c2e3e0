import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { writingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessThread } from '../../threads/authority.ts'
import type { ReadState } from '../schemas.ts'
import { markRead } from '../store.ts'
import { readerOf } from '../unread/reader.ts'
import { isUnread } from '../unread/store.ts'

/**
 * Records that the member has seen every post up to this one.
 *
 * @throws ApiError unauthenticated, forbidden, threadNotFound, postOfAnotherThread
 */
export async function markThreadRead(
  context: Context,
  principal: Caller,
  ref: string,
  postId: string,
): Promise<ReadState> {
  const { db } = context
  const { thread } = await accessThread(context, principal, ref)
  const { id } = writingMember(principal)
  if (!(await markRead(db, id, thread.id, postId))) throw new ApiError(errors.postOfAnotherThread)
  return { is_unread: await isUnread(db, readerOf(principal), thread.id) }
}
