import type { Actor } from './actor.ts'
import type { Authority } from './authority.ts'

/**
 * A thread is visible to those who may read its section; a deleted one to those who may restore it. To anyone else it
 * never existed.
 */
export function canSeeThread(authority: Authority, thread: { isDeleted: boolean }): boolean {
  return authority.canRead && (!thread.isDeleted || authority.canModerate)
}

/** A category holds no threads, whoever asks. */
export function canCreateThread(authority: Authority, section: { isCategory: boolean }): boolean {
  return authority.canWrite && !section.isCategory
}

/** What the actor may do with a thread now: the `self` block, and the check before every write. */
export function threadAbilities(
  actor: Actor,
  authority: Authority,
  thread: { authorId: string; is_locked: boolean; isDeleted: boolean },
) {
  const live = !thread.isDeleted
  const moderates = live && authority.canModerate
  return {
    can_post: live && authority.canWrite && !thread.is_locked,
    can_lock: moderates,
    can_pin: moderates,
    can_move: moderates,
    can_delete: moderates,
    can_report: live && authority.canReport && actor.user?.id !== thread.authorId,
  }
}

/** What decides on acts on a post, besides the actor. */
export interface PostState {
  authorId: string
  isModerated: boolean
  /** Whether it is the thread's last post. */
  isLast: boolean
  threadIsDeleted: boolean
}

/** What the actor may do with a post now: the `self` block, and the check before every write. */
export function postAbilities(actor: Actor, authority: Authority, post: PostState) {
  const own = actor.user?.id === post.authorId
  const live = !post.threadIsDeleted
  const corrects = post.isLast && !post.isModerated
  return {
    // A mute bars members, moderators too, from editing their own posts; it does not bar them from moderating.
    can_edit:
      live && (own ? authority.canWrite && (authority.canModerate || corrects) : authority.canModerate),
    can_delete: live && authority.canModerate,
    can_report: live && !own && authority.canReport,
  }
}

/** Whether the actor may read the source of a post: its author, and the moderators of its section. */
export function canReadSource(actor: Actor, authority: Authority, post: { authorId: string }): boolean {
  return authority.canModerate || (actor.ceiling !== 'public' && actor.user?.id === post.authorId)
}
