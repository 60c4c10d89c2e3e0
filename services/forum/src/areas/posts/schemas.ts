import { listing } from '@agora/shared/contracts/pagination'
import { Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { PostHead } from '../../heads/post.ts'
import { SectionHead } from '../../heads/section.ts'
import { ThreadHead } from '../../heads/thread.ts'
import { ForumActor, MarkupSource, orNull, Remark } from '../../schemas.ts'

const Content = Type.Object({
  html: Type.String(),
  marktwin: Type.Optional(Type.String({ description: 'The source; on the source view alone.' })),
})

export const Revision = Type.Object({
  type: Type.Literal('ForumPostRevision'),
  id: Uuid,
  time: Timestamp,
  author: ForumActor,
  content: orNull(Content),
  moderation: orNull(Type.String()),
  comment: orNull(Type.String()),
})
export type Revision = Static<typeof Revision>

const PostSelf = Type.Object({
  can_edit: Type.Boolean(),
  can_delete: Type.Boolean(),
  can_report: Type.Boolean(),
})

/** A post in its thread. */
export const Post = Type.Object({
  ...PostHead.properties,
  revisions: Type.Object({ count: Type.Integer(), last: Revision }),
  self: PostSelf,
})
export type Post = Static<typeof Post>

/** A post by itself, with a page of its revisions. */
export const SinglePost = Type.Object({
  ...PostHead.properties,
  revisions: listing(Revision),
  thread: Type.Object({
    ...ThreadHead.properties,
    posts: Type.Object({ count: Type.Integer() }),
    section: SectionHead,
  }),
  self: PostSelf,
})
export type SinglePost = Static<typeof SinglePost>

export const PostInput = Type.Object({ body: MarkupSource })
export type PostInput = Static<typeof PostInput>

export const PostPatch = Type.Object({
  last_revision_id: Uuid,
  content: Type.Optional(Type.Union([MarkupSource, Type.Null()])),
  moderation: Type.Optional(Type.Union([Remark, Type.Null()])),
  comment: Type.Union([Remark, Type.Null()]),
})
export type PostPatch = Static<typeof PostPatch>

export const PostDeletion = Type.Object({
  last_revision_id: Uuid,
  comment: Type.Optional(Type.Union([Remark, Type.Null()])),
})
export type PostDeletion = Static<typeof PostDeletion>
