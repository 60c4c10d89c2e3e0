import { clampPage, type Page, POSTS_PER_PAGE } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { actorFrom } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { parseReference } from '../../../references.ts'
import { readerOf } from '../../reading/reader.ts'
import { canSeeThread } from '../authority.ts'
import type { Thread } from '../schemas.ts'
import { readThreadPage } from '../store.ts'
import { viewThread } from '../views.ts'

const firstPosts: Page = { offset: 0, limit: POSTS_PER_PAGE }

/**
 * The thread with a page of its posts; the first page is also what its changes answer.
 *
 * @throws ApiError threadNotFound
 */
export async function getThread(
  context: Context,
  principal: Caller,
  ref: string,
  requested: Page = firstPosts,
): Promise<Thread> {
  const reference = parseReference(ref)
  if (!reference) throw new ApiError(errors.threadNotFound)
  const page = clampPage(requested)
  const reader = readerOf(principal)
  const row = await readThreadPage(context.pool, reference, page, reader)
  if (!row) throw new ApiError(errors.threadNotFound)
  const actor = await actorFrom(context, principal, row.facts)
  if (!canSeeThread(authorityIn(actor, row.sectionId), row)) throw new ApiError(errors.threadNotFound)
  const unread = await context.unread(reader, row.readingChanges, [row.section])
  return viewThread(row, page, { actor, icons: context.config.forum.icons, unread })
}
