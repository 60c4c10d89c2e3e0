import { described, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { orNull } from '../schemas.ts'

/** Where a post is: its thread, and its index in the thread, from 0. */
export const PostLocation = Type.Object({
  type: Type.Literal('ForumPostLocation'),
  post: described(Uuid, 'The post’s id.'),
  thread: Type.Object(
    {
      type: Type.Literal('ForumThread'),
      id: described(Uuid, 'The thread’s id.'),
      key: orNull(Type.String(), 'The thread’s handle; most have none.'),
    },
    { description: 'The thread it is in.' },
  ),
  offset: Type.Integer({ description: 'Its `offset` in the thread.' }),
})
export type PostLocation = Static<typeof PostLocation>

export interface PostLocationRow {
  id: string
  /** From 0, without gaps: also the index in the listing. */
  position: number
  threadId: string
  threadKey: string | null
}

/** The columns of a `PostLocationRow` for the post aliased `p` and its thread `t`. */
export const POST_LOCATION_COLUMNS = `
    p.id, p.position, t.id AS "threadId", t.key AS "threadKey"`

export function viewPostLocation(row: PostLocationRow): PostLocation {
  return {
    type: 'ForumPostLocation',
    post: row.id,
    thread: { type: 'ForumThread', id: row.threadId, key: row.threadKey },
    offset: row.position,
  }
}
