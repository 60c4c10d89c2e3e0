import type { Page } from '@agora/shared/contracts/pagination'
import type { Actor } from '../../authority/actor.ts'
import type { Authority } from '../../authority/authority.ts'
import { memberActor, roleActor, timestamp } from '../../views.ts'
import { postAbilities } from './authority.ts'
import type { Post, Revision, SinglePost } from './schemas.ts'
import type { PostRow, RevisionRow } from './sql.ts'
import type { SinglePostRow } from './store.ts'

/** Who looks at a thread, and the state of the thread that decides on what may be done with its posts. */
export interface PostViewer {
  actor: Actor
  authority: Authority
  thread: { postCount: number; isDeleted: boolean }
}

export function viewPost(post: PostRow, last: RevisionRow, viewer: PostViewer): Post {
  return {
    ...viewHead(post),
    revisions: { count: post.revisionCount, last: viewRevision(last, post, viewer) },
    self: viewSelf(post, viewer),
  }
}

export function viewSinglePost(row: SinglePostRow, page: Page, viewer: PostViewer): SinglePost {
  const { post, thread, revisions } = row
  return {
    ...viewHead(post),
    revisions: {
      ...page,
      count: post.revisionCount,
      items: revisions.map((revision) => viewRevision(revision, post, viewer)),
    },
    thread: {
      type: 'ForumThread',
      id: thread.id,
      key: thread.key,
      title: thread.title,
      ctime: timestamp(thread.ctime),
      is_pinned: thread.isPinned,
      is_locked: thread.isLocked,
      posts: { count: thread.postCount },
      section: {
        type: 'ForumSection',
        id: thread.sectionId,
        key: thread.sectionKey,
        display_name: thread.sectionName,
      },
    },
    self: viewSelf(post, viewer),
  }
}

function viewHead(post: PostRow) {
  const author = { id: post.authorId, displayName: post.authorName ?? '' }
  return {
    type: 'ForumPost' as const,
    id: post.id,
    ctime: timestamp(post.ctime),
    author: memberActor(author, post.authorRole),
  }
}

function viewSelf(post: PostRow, { actor, authority, thread }: PostViewer) {
  return postAbilities(actor, authority, {
    authorId: post.authorId,
    isModerated: post.isModerated,
    isLast: post.position === thread.postCount - 1,
    threadIsDeleted: thread.isDeleted,
  })
}

/** While the post is hidden, no earlier body of it is shown to anybody but moderators. */
function viewRevision(revision: RevisionRow, post: PostRow, { authority }: PostViewer): Revision {
  const author = { id: revision.authorId, displayName: revision.authorName ?? '' }
  const shown = revision.html !== null && (!post.isHidden || authority.canModerate)
  return {
    type: 'ForumPostRevision',
    id: revision.id,
    time: timestamp(revision.time),
    author:
      revision.authorKind === 'Role'
        ? roleActor(revision.authorRole, author, authority.canModerate)
        : memberActor(author, revision.authorRole),
    content: shown
      ? {
          html: revision.html ?? '',
          ...(typeof revision.source === 'string' ? { marktwin: revision.source } : {}),
        }
      : null,
    moderation: revision.moderation,
    comment: revision.comment,
  }
}
