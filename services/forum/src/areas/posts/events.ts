import { contentEvents } from '@agora/shared/contracts/events/content'
import type { EventDraft } from '@agora/shared/contracts/events/event'
import type { ModerationAct } from '../moderation/events.ts'
import type { LockedPost } from './store-revisions.ts'

/** A moderator's act on a post, which gets this body (as `postTold` says); it concerns the post's author. */
export function postAct(
  action: 'EditPost' | 'DeletePost',
  post: LockedPost,
  comment: string | null,
  body: unknown,
): ModerationAct {
  return {
    action,
    section: post.sectionId,
    thread: post.threadId,
    post: post.id,
    targetUser: post.authorId,
    comment,
    data: {},
    told: postTold(post, body),
  }
}

/**
 * What applications are told of a post that gets another body: undefined keeps it, null hides it. Nothing while it stays
 * hidden.
 */
export function postTold(post: LockedPost, body: unknown): EventDraft[] {
  const was = post.html !== null
  const is = body === undefined ? was : body !== null
  if (!was && !is) return []
  const event = is ? (was ? contentEvents.PostEdited : contentEvents.PostShown) : contentEvents.PostHidden
  return [event.of({ section: post.sectionId, thread: post.threadId, post: post.id })]
}
