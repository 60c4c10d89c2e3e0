import type { ModerationAct } from '../moderation/events.ts'
import type { LockedPost } from './store-revisions.ts'

/** A moderator's act on a post; it concerns the post's author. */
export function postAct(
  action: 'EditPost' | 'DeletePost',
  post: LockedPost,
  comment: string | null,
): ModerationAct {
  return {
    action,
    section: post.sectionId,
    thread: post.threadId,
    post: post.id,
    targetUser: post.authorId,
    comment,
    data: {},
  }
}
