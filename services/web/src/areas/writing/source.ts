import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import type { Visit } from '../../http/visit.ts'

/** The API's page limit. */
const MOST = 100

/** A post with its latest revisions and their sources, for its author and moderators. */
export async function sourceOf({ api }: Visit, post: string): Promise<Schemas['ForumSinglePost']> {
  const read = (query: { offset?: number; limit?: number }) =>
    must(api.GET('/api/v1/forum/posts/{post_ref}/source', { params: { path: { post_ref: post }, query } }))
  const first = await read({ limit: MOST })
  const { count } = first.revisions
  return count <= MOST ? first : read({ offset: count - MOST, limit: MOST })
}
