import { clampPage, type Page, POSTS_PER_PAGE } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessPost } from '../authority.ts'
import type { SinglePost } from '../schemas.ts'
import { viewSinglePost } from '../views.ts'

const firstRevisions: Page = { offset: 0, limit: POSTS_PER_PAGE }

/**
 * The post with a page of its revisions; the first page is also the answer to its changes.
 *
 * @throws ApiError postNotFound
 */
export async function getPost(
  context: Context,
  principal: Caller,
  ref: string,
  requested: Page = firstRevisions,
): Promise<SinglePost> {
  const page = clampPage(requested)
  const { row, viewer } = await accessPost(context, principal, ref, page, { source: false })
  return viewSinglePost(row, page, viewer)
}
