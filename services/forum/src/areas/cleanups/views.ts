import type { Member } from '../../authority/actor.ts'
import { globalRoles } from '../../authority/authority.ts'
import type { Cleanup } from './schemas.ts'
import type { CleanupRow, Worker } from './store.ts'

export const viewCleanup = ({ threads, posts, isDone }: CleanupRow): Cleanup => ({
  threads,
  posts,
  is_done: isDone,
})

export const workerOf = (moderator: Member): Worker => ({
  id: moderator.user.id,
  asAdministrator: globalRoles(moderator)[0] === 'Administrator',
  traceparent: moderator.traceparent,
})

/** Whose cleanups the moderator may see and undo: their own, or everybody's (null). */
export const creatorsFor = (moderator: Member): string | null =>
  globalRoles(moderator).length > 0 ? null : moderator.user.id
