import { markNames, marksOf, type ThreadMarks, threadMarks } from '@agora/shared/contracts/thread-marks'
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
  ...threadMarks,
})
export type ThreadHead = Static<typeof ThreadHead>

/** A thread as other resources refer to it. */
export const ThreadName = Type.Pick(ThreadHead, ['type', 'id', 'key', 'title'])
export type ThreadName = Static<typeof ThreadName>

/** Its time is text where it came through JSON or `timesAsText`. */
export interface ThreadHeadRow extends ThreadMarks {
  id: string
  key: string | null
  title: string
  ctime: Date | string
}

/** The columns of the marks of the thread aliased `t`. */
export const MARK_COLUMNS = markNames.map((mark) => `t.${mark}`).join(', ')

/** The columns of a `ThreadHeadRow` for the thread aliased `t`. */
export const THREAD_HEAD_COLUMNS = `t.id, t.key, t.title, t.ctime, ${MARK_COLUMNS}`

export function viewThreadHead(row: ThreadHeadRow): ThreadHead {
  return {
    type: 'ForumThread',
    id: row.id,
    key: row.key,
    title: row.title,
    ctime: timestamp(row.ctime),
    ...marksOf(row),
  }
}
