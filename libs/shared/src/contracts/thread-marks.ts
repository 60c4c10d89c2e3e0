import { Type } from 'typebox'

/** What moderators mark threads with. A mark has one name: as a field, in rows and their columns, in the log, in exports. */
export const threadMarks = {
  is_pinned: Type.Boolean({ description: 'Whether it is listed above the section’s other threads.' }),
  is_locked: Type.Boolean({ description: 'Whether it is closed to new posts.' }),
}
type ThreadMark = keyof typeof threadMarks
export type ThreadMarks = Record<ThreadMark, boolean>

export const markNames = Object.keys(threadMarks) as ThreadMark[]

/** The same value by each mark's name. */
export const eachMark = <Value>(value: Value) =>
  Object.fromEntries(markNames.map((mark) => [mark, value])) as Record<ThreadMark, Value>

/** Nothing of a thread but its marks. */
export const marksOf = (thread: ThreadMarks) =>
  Object.fromEntries(markNames.map((mark) => [mark, thread[mark]])) as ThreadMarks
