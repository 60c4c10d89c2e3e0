import { reactionKeys } from '@agora/shared/config/reactions'
import { includedBy } from '@agora/shared/contracts/include'
import { clampPage, POSTS_PER_PAGE } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { readWaiting } from '../../notifications/waiting.ts'
import { readerOf } from '../../reading/unread/reader.ts'
import { viewSubscription } from '../../subscriptions/views.ts'
import { accessThreadPage } from '../authority.ts'
import type { Thread, ThreadQuery } from '../schemas.ts'
import { viewThread } from '../views.ts'

const firstPosts: ThreadQuery = { offset: 0, limit: POSTS_PER_PAGE }

/**
 * The thread with a page of its posts; the first page is also the answer to its changes.
 *
 * @throws ApiError threadNotFound
 */
export async function getThread(
  context: Context,
  principal: Caller,
  ref: string,
  requested: ThreadQuery = firstPosts,
): Promise<Thread> {
  const page = clampPage(requested)
  const included = includedBy(requested)
  const isFull = included.has('reactions') || included.has('subscription')
  const keys = isFull ? reactionKeys(context.config) : undefined
  const { row, actor } = await accessThreadPage(context, principal, ref, { page, keys })
  const unread = await context.unread(readerOf(principal), row.readingChanges, [row.section])
  const thread = viewThread(row, page, { actor, icons: context.config.forum.icons, unread })
  if (row.reactions && included.has('reactions')) thread.reactions = row.reactions
  if (row.subscription && included.has('subscription'))
    thread.subscription = viewSubscription(row.subscription)
  const waiting = included.has('waiting') && (await readWaiting(context.db, actor))
  if (waiting) thread.waiting = waiting
  return thread
}
