import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { type PostLocation, viewPostLocation } from '../../../resources/location.ts'
import { accessThread } from '../../threads/authority.ts'
import type { FirstUnreadQuery } from '../schemas.ts'
import { findFirstUnread, findLastOfOpened } from '../store.ts'
import { readerOf } from '../unread/reader.ts'

/**
 * The location of the member's first unread post, or that of the last one where they have read all, if they ask for it.
 *
 * @throws ApiError unauthenticated, forbidden, threadNotFound, noUnreadPost
 */
export async function getFirstUnread(
  context: Context,
  principal: Caller,
  ref: string,
  query: FirstUnreadQuery,
): Promise<PostLocation> {
  const { thread } = await accessThread(context, principal, ref)
  const { id } = readingMember(principal)
  const found =
    (await findFirstUnread(context.db, readerOf(principal), thread.id)) ??
    (query.or === 'last' ? await findLastOfOpened(context.db, id, thread.id) : undefined)
  if (!found) throw new ApiError(errors.noUnreadPost)
  return viewPostLocation(found, query)
}
