import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { type PostLocation, viewPostLocation } from '../../../resources/location.ts'
import { accessThread } from '../../threads/authority.ts'
import type { PostAtQuery } from '../schemas.ts'
import { findPostAt } from '../store.ts'

/**
 * The location of the first post of a moment or later; the newest post if none was written since.
 *
 * @throws ApiError threadNotFound
 */
export async function getPostAt(
  context: Context,
  principal: Caller,
  ref: string,
  query: PostAtQuery,
): Promise<PostLocation> {
  const { thread } = await accessThread(context, principal, ref)
  const found = await findPostAt(context.db, thread.id, new Date(query.time))
  if (!found) throw new ApiError(errors.threadNotFound)
  return viewPostLocation(found, query)
}
