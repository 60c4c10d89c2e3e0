import type { Page } from '@agora/shared/contracts/pagination'
import { postAbilities } from '../../authority/abilities.ts'
import type { Actor } from '../../authority/actor.ts'
import type { Authority } from '../../authority/authority.ts'
import { viewPostHead } from '../../resources/post.ts'
import { viewSectionHead } from '../../resources/section.ts'
import { viewThreadHead } from '../../resources/thread.ts'
import { memberActor, roleActor, timestamp, viewUser } from '../../resources/views.ts'
import type { Post, Revision, SinglePost } from './schemas.ts'
import { lastRevisionOf, type PagePostRow, type PostRow, type RevisionRow } from './sql.ts'
import type { SinglePostRow } from './store.ts'

/** The viewer of a thread, and the state of the thread that decides what they may do with its posts. */
export interface PostViewer {
  actor: Actor
  authority: Authority
  thread: { postCount: number; isDeleted: boolean }
}

export function viewPost(row: PagePostRow, viewer: PostViewer): Post {
  const { type, id, ctime, author } = viewPostHead(row)
  return {
    type,
    id,
    ctime,
    author,
    revisions: { count: row.revisionCount, last: viewRevision(lastRevisionOf(row), row, viewer) },
    self: viewSelf(row, viewer),
  }
}

export function viewSinglePost(row: SinglePostRow, page: Page, viewer: PostViewer): SinglePost {
  const { post, thread, section, revisions } = row
  return {
    revisions: {
      count: post.revisionCount,
      items: revisions.map((revision) => viewRevision(revision, post, viewer)),
      ...page,
    },
    thread: {
      posts: { count: thread.postCount },
      section: viewSectionHead(section),
      ...viewThreadHead(thread),
    },
    self: viewSelf(post, viewer),
    ...viewPostHead(post),
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

/** While the post is hidden, only moderators see its earlier bodies. */
function viewRevision(revision: RevisionRow, post: PostRow, { authority }: PostViewer): Revision {
  const { authorId, authorName, authorRole } = revision
  return {
    type: 'ForumPostRevision',
    id: revision.id,
    time: timestamp(revision.time),
    author:
      revision.authorKind === 'Role'
        ? roleActor(authorRole, authority.canModerate ? viewUser(authorId, authorName) : undefined)
        : memberActor(authorId, authorName, authorRole),
    content: post.isHidden && !authority.canModerate ? null : viewContent(revision),
    moderation: revision.moderation,
    comment: revision.comment,
  }
}

function viewContent({ html, source }: RevisionRow): Revision['content'] {
  if (html === null) return null
  return typeof source === 'string' ? { html, marktwin: source } : { html }
}
