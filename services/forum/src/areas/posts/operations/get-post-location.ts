import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { type LocationQuery, type PostLocation, viewPostLocation } from '../../../resources/location.ts'
import { accessPlacedPost } from '../authority.ts'

/** @throws ApiError postNotFound */
export async function getPostLocation(
  context: Context,
  principal: Caller,
  ref: string,
  query: LocationQuery,
): Promise<PostLocation> {
  return viewPostLocation(await accessPlacedPost(context, principal, ref), query)
}
