import { described, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { orNull } from './schemas.ts'

/** Where a post is: its thread, and its index in the thread, from 0. */
export const PostLocation = Type.Object({
  type: Type.Literal('ForumPostLocation'),
  post: described(Uuid, 'The post’s id.'),
  thread: Type.Object(
    {
      type: Type.Literal('ForumThread'),
      id: described(Uuid, 'The thread’s id.'),
      key: orNull(Type.String(), 'The thread’s handle; most have none.'),
      title: Type.Optional(Type.String({ description: 'The thread’s title; only with `include=title`.' })),
    },
    { description: 'The thread it is in.' },
  ),
  offset: Type.Integer({ description: 'Its `offset` in the thread.' }),
})
export type PostLocation = Static<typeof PostLocation>

export const LocationQuery = Type.Object({
  include: Type.Optional(Type.Literal('title', { description: '`title` for the thread’s title.' })),
})
export type LocationQuery = Static<typeof LocationQuery>

export interface PostLocationRow {
  id: string
  /** From 0, without gaps: also the index in the listing. */
  position: number
  threadId: string
  threadKey: string | null
  threadTitle: string
}

/** The columns of a `PostLocationRow` for the post aliased `p` and its thread `t`. */
export const POST_LOCATION_COLUMNS = `
    p.id, p.position, t.id AS "threadId", t.key AS "threadKey", t.title AS "threadTitle"`

/**
 * The table `search` of a recursive query: a binary search, since times grow with positions, for the first post of the
 * thread of this id that is none of those that come before, in the row where `low` is `high`. Its cost hardly depends on
 * the thread's length.
 *
 * @param isBefore the condition, on `ctime`
 */
export const searchByTimeSql = (threadId: string, isBefore: string) => `
      search (low, high) AS (
        SELECT 0, post_count FROM thread WHERE id = ${threadId}
        UNION ALL
        SELECT CASE WHEN middle.is_before THEN middle.position + 1 ELSE low END,
          CASE WHEN middle.is_before THEN high ELSE middle.position END
        FROM search CROSS JOIN LATERAL (
          SELECT position, ${isBefore} AS is_before FROM post
          WHERE thread_id = ${threadId} AND position = (low + high) / 2
        ) AS middle
        WHERE low < high
      )`

export function viewPostLocation(row: PostLocationRow, { include }: LocationQuery): PostLocation {
  return {
    type: 'ForumPostLocation',
    post: row.id,
    thread: {
      type: 'ForumThread',
      id: row.threadId,
      key: row.threadKey,
      ...(include === 'title' && { title: row.threadTitle }),
    },
    offset: row.position,
  }
}
