import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { canReadSource } from '../../../authority/abilities.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessPost } from '../authority.ts'
import type { SinglePost } from '../schemas.ts'
import { viewSinglePost } from '../views.ts'

/**
 * The post, with the source of each body that the caller may see.
 *
 * @throws ApiError postNotFound, cannotReadSource
 */
export async function getPostSource(
  context: Context,
  principal: Caller,
  ref: string,
  requested: Page,
): Promise<SinglePost> {
  const page = clampPage(requested)
  const { row, viewer } = await accessPost(context, principal, ref, page, { source: true })
  if (!canReadSource(viewer.actor, viewer.authority, row.post)) throw new ApiError(errors.cannotReadSource)
  return viewSinglePost(row, page, viewer)
}
