import { ApiRefusal, maybe, must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { POSTS_PER_PAGE } from './sizes.ts'

export const threadPath = (thread: string, page = 1): string =>
  `/threads/${thread}${page > 1 ? `?page=${page}` : ''}`

/** The same for the author of a post that was just sent, whose links stayed text. */
export const textLinksPath = (thread: string, page = 1): string =>
  `/threads/${thread}?${page > 1 ? `page=${page}&` : ''}links=text`

/** The page of a post alone, in its current revision or that with this number, from 1. */
export const wholePath = (post: string, revision?: number): string =>
  `/posts/${post}/whole${revision === undefined ? '' : `?revision=${revision}`}`

interface Location {
  post: string
  thread: { id: string }
  offset: number
}

/** The page of a thread on which a post is, at the post. */
export function placeOf({ post, thread, offset }: Location, hasTextLinks = false): string {
  const pathTo = hasTextLinks ? textLinksPath : threadPath
  return `${pathTo(thread.id, Math.floor(offset / POSTS_PER_PAGE) + 1)}#post-${post}`
}

/** A post's permanent address. */
export const toPost: Reader = async ({ api, query }, { post = '' }) => {
  const path = { post_ref: post }
  const location = await must(api.GET('/api/v1/forum/posts/{post_ref}/location', { params: { path } }))
  return redirect(placeOf(location, query.get('links') === 'text'))
}

export const toFirstUnread: Reader = async ({ api, me }, { thread = '' }) => {
  const path = { thread_ref: thread }
  const unread = me
    ? await maybe(api.GET('/api/v1/forum/threads/{thread_ref}/first_unread', { params: { path } }))
    : undefined
  if (unread) return redirect(placeOf(unread))
  // Everything is read: goes to the last post.
  const { posts } = await must(
    api.GET('/api/v1/forum/threads/{thread_ref}', { params: { path, query: { limit: 0 } } }),
  )
  if (!me) return redirect(threadPath(thread))
  if (posts.count === 0) throw new ApiRefusal(404, 'thread not found')
  return redirect(`${threadPath(thread, Math.ceil(posts.count / POSTS_PER_PAGE))}#end`)
}
