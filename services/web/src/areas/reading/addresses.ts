import { maybe, must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { startOfDate } from '../../words/times.ts'
import { POSTS_PER_PAGE } from './sizes.ts'
import { slugOf } from './slug.ts'

interface NamedThread {
  id: string
  /** Its words are part of the address where they are known. */
  title?: string | undefined
}

function wordsPath({ id, title = '' }: NamedThread): string {
  const slug = slugOf(title)
  return slug === '' ? `/threads/${id}` : `/threads/${id}/${encodeURIComponent(slug)}`
}

export const threadPath = (thread: NamedThread, page = 1): string =>
  `${wordsPath(thread)}${page > 1 ? `?page=${page}` : ''}`

/** The same for the author of a post that was just sent, whose links stayed text. */
export const textLinksPath = (thread: NamedThread, page = 1): string =>
  `${wordsPath(thread)}?${page > 1 ? `page=${page}&` : ''}links=text`

interface ListedThread extends NamedThread {
  posts: { count: number }
  self: { is_unread: boolean }
}

/** Where a thread in a list opens: where the reader was. */
export function openingPath({ me }: Visit, thread: ListedThread): string {
  if (thread.self.is_unread) return `/threads/${thread.id}/unread`
  return me && thread.posts.count > POSTS_PER_PAGE ? `/threads/${thread.id}/resume` : threadPath(thread)
}

/** The page of a post alone, in its current revision or that with this number, from 1. */
export const wholePath = (post: string, revision?: number): string =>
  `/posts/${post}/whole${revision === undefined ? '' : `?revision=${revision}`}`

interface Location {
  post: string
  thread: NamedThread
  offset: number
}

/** The page of a thread on which a post is, at the post. */
export function placeOf({ post, thread, offset }: Location, hasTextLinks = false): string {
  const pathTo = hasTextLinks ? textLinksPath : threadPath
  return `${pathTo(thread, Math.floor(offset / POSTS_PER_PAGE) + 1)}#post-${post}`
}

const named = { include: 'title' } as const

/** A post's permanent address. */
export const toPost: Reader = async ({ api, query }, { post = '' }) => {
  const params = { path: { post_ref: post }, query: named }
  const location = await must(api.GET('/api/v1/forum/posts/{post_ref}/location', { params }))
  return redirect(placeOf(location, query.get('links') === 'text'))
}

const firstUnread = ({ api, me }: Visit, thread: string, or?: 'last') =>
  me
    ? maybe(
        api.GET('/api/v1/forum/threads/{thread_ref}/first_unread', {
          params: { path: { thread_ref: thread }, query: { ...named, ...(or && { or }) } },
        }),
      )
    : undefined

/** A thread without its posts. @throws ApiRefusal if there is no such thread */
export const readHead = ({ api }: Visit, thread: string) =>
  must(
    api.GET('/api/v1/forum/threads/{thread_ref}', {
      params: { path: { thread_ref: thread }, query: { limit: 0 } },
    }),
  )

export const toFirstUnread: Reader = async (visit, { thread: ref = '' }) => {
  const unread = await firstUnread(visit, ref)
  if (unread) return redirect(placeOf(unread))
  const thread = await readHead(visit, ref)
  if (!visit.me) return redirect(threadPath(thread))
  // Everything is read: goes to the last post.
  return redirect(`${threadPath(thread, Math.max(1, Math.ceil(thread.posts.count / POSTS_PER_PAGE)))}#end`)
}

/** Where the reader was: at the first unread post, at the last one if all is read, or at the beginning. */
export const resume: Reader = async (visit, { thread: ref = '' }) => {
  const place = await firstUnread(visit, ref, 'last')
  return redirect(place ? placeOf(place) : threadPath(await readHead(visit, ref)))
}

/** To the post with a number, or the first one of a day or later; the last one if there are not so many. */
export const jump: Reader = async (visit, { thread: ref = '' }) => {
  const { api, query, zone } = visit
  const number = Number(query.get('number') ?? '')
  if (Number.isSafeInteger(number) && number > 0) return redirect(await placeOfNumber(visit, ref, number))
  const time = startOfDate(zone, query.get('date') ?? '')
  if (time === undefined) return redirect(threadPath(await readHead(visit, ref)))
  const params = { path: { thread_ref: ref }, query: { ...named, time: new Date(time).toISOString() } }
  return redirect(placeOf(await must(api.GET('/api/v1/forum/threads/{thread_ref}/post_at', { params }))))
}

/** No thread has more posts. */
const MAX_NUMBER = 1_000_000_000

async function placeOfNumber(visit: Visit, ref: string, number: number): Promise<string> {
  const read = (offset: number) =>
    must(
      visit.api.GET('/api/v1/forum/threads/{thread_ref}', {
        params: { path: { thread_ref: ref }, query: { offset, limit: 1 } },
      }),
    )
  const thread = await read(Math.min(number, MAX_NUMBER) - 1)
  const last = thread.posts.count - 1
  const { items } = (thread.posts.items.length > 0 ? thread : await read(Math.max(0, last))).posts
  const [post] = items
  return post ? placeOf({ post: post.id, thread, offset: Math.min(number - 1, last) }) : threadPath(thread)
}
