import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { type PostLocation, viewPostLocation } from '../../../heads/location.ts'
import { readerOf } from '../../../unread/reader.ts'
import { accessThread } from '../../threads/authority.ts'
import { findFirstUnread } from '../store.ts'

/**
 * The location of the member's first unread post.
 *
 * @throws ApiError unauthenticated, forbidden, threadNotFound, noUnreadPost
 */
export async function getFirstUnread(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<PostLocation> {
  const { thread } = await accessThread(context, principal, ref)
  readingMember(principal)
  const found = await findFirstUnread(context.db, readerOf(principal), thread.id)
  if (!found) throw new ApiError(errors.noUnreadPost)
  return viewPostLocation(found)
}
