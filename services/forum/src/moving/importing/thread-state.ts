import type { Role } from '@agora/shared/contracts/roles'

/** A thread's data about its posts, while some are being added. */
export interface ThreadState {
  id: string
  sectionId: string
  isDeleted: boolean
  postCount: number
  announcementCount: number
  lastPostId: string | null
  lastPostAt: string | null
  lastPostAuthorId: string | null
  lastPostRole: Role | null
  lastOtherPostAt: string | null
}

interface AddedPost {
  id: string
  ctime: string
  authorId: string
  authorRole: Role | null
  hasAdminBlock: boolean
}

/** Appends a post, whatever its date; returns its position. */
export function addToThread(thread: ThreadState, post: AddedPost): number {
  const { id, ctime, authorId, authorRole, hasAdminBlock } = post
  thread.announcementCount += Number(hasAdminBlock)
  if (thread.lastPostAt === null || ctime >= thread.lastPostAt) {
    if (thread.lastPostAuthorId !== authorId) thread.lastOtherPostAt = thread.lastPostAt
    thread.lastPostId = id
    thread.lastPostAt = ctime
    thread.lastPostAuthorId = authorId
    thread.lastPostRole = authorRole
  } else if (authorId !== thread.lastPostAuthorId && ctime > (thread.lastOtherPostAt ?? ''))
    thread.lastOtherPostAt = ctime
  thread.postCount += 1
  return thread.postCount - 1
}
