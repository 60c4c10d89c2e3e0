import { described, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { orNull } from './schemas.ts'
import { timestamp } from './views.ts'

/** The fields of a thread that every view of it has. */
export const ThreadHead = Type.Object({
  type: Type.Literal('ForumThread'),
  id: described(Uuid, 'The thread’s id.'),
  key: orNull(Type.String(), 'The thread’s handle; most have none.'),
  title: Type.String({ description: 'The thread’s title.' }),
  ctime: described(Timestamp, 'When it was opened.'),
  is_pinned: Type.Boolean({ description: 'Whether it is listed above the section’s other threads.' }),
  is_locked: Type.Boolean({ description: 'Whether it is closed to new posts.' }),
})
export type ThreadHead = Static<typeof ThreadHead>

/** A thread as other resources refer to it. */
export const ThreadName = Type.Pick(ThreadHead, ['type', 'id', 'key', 'title'])
export type ThreadName = Static<typeof ThreadName>

/** Its time is text where it came through JSON or `timesAsText`. */
export interface ThreadHeadRow {
  id: string
  key: string | null
  title: string
  ctime: Date | string
  isPinned: boolean
  isLocked: boolean
}

/** The columns of a `ThreadHeadRow` for the thread aliased `t`. */
export const THREAD_HEAD_COLUMNS = `
    t.id, t.key, t.title, t.ctime, t.is_pinned AS "isPinned", t.is_locked AS "isLocked"`

export function viewThreadHead(row: ThreadHeadRow): ThreadHead {
  return {
    type: 'ForumThread',
    id: row.id,
    key: row.key,
    title: row.title,
    ctime: timestamp(row.ctime),
    is_pinned: row.isPinned,
    is_locked: row.isLocked,
  }
}
