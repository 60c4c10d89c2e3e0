import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { PostHead } from '../../resources/post.ts'
import {
  ForumActor,
  MarkupSource,
  orNull,
  PostCount,
  Remark,
  SectionNaming,
} from '../../resources/schemas.ts'
import { SectionHead } from '../../resources/section.ts'
import { ThreadHead } from '../../resources/thread.ts'

const Content = Type.Object({
  html: Type.String({
    description:
      'Safe HTML. The page `/markup` lists its classes, and has a style sheet that covers spoilers.',
  }),
  marktwin: Type.Optional(Type.String({ description: 'The source; only in the source view.' })),
})

export const Revision = Type.Object({
  type: Type.Literal('ForumPostRevision'),
  id: described(Uuid, 'The revision’s id.'),
  time: described(Timestamp, 'When it was written.'),
  author: described(ForumActor, 'Who wrote it.'),
  content: orNull(Content, 'The body; null while it is hidden.'),
  moderation: orNull(Type.String(), 'The moderator’s note shown instead of a hidden body.'),
  comment: orNull(Type.String(), 'Why it was edited.'),
})
export type Revision = Static<typeof Revision>

const PostSelf = Type.Object(
  {
    can_edit: Type.Boolean({ description: 'Write a new revision.' }),
    can_delete: Type.Boolean({ description: 'Hide the body.' }),
    can_report: Type.Boolean({ description: 'Report it to the moderators.' }),
  },
  { description: 'What the caller may do with the post.' },
)

/** A post in its thread's page. */
export const Post = Type.Object({
  ...PostHead.properties,
  revisions: Type.Object(
    {
      count: Type.Integer({ description: 'Their number.' }),
      last: described(Revision, 'The current revision.'),
    },
    { description: 'The post’s history.' },
  ),
  self: PostSelf,
})
export type Post = Static<typeof Post>

/** A post on its own, with a page of its revisions. */
export const SinglePost = Type.Object({
  ...PostHead.properties,
  revisions: described(listing(Revision), 'A page of its revisions, oldest first.'),
  thread: Type.Object(
    {
      ...ThreadHead.properties,
      posts: PostCount,
      section: described(SectionHead, 'The section it is in.'),
    },
    { description: 'The thread it is in.' },
  ),
  self: PostSelf,
})
export type SinglePost = Static<typeof SinglePost>

export const QuotationQuery = Type.Object({
  by: Type.Optional(
    Type.Literal('account', {
      description:
        'By the author’s account: `[quote=name#mark]` with the end of its id, since others may have the same name.',
    }),
  ),
})
export type QuotationQuery = Static<typeof QuotationQuery>

export const Quotation = Type.Object({
  body: Type.String({ description: 'Markup for the beginning of a reply.' }),
})
export type Quotation = Static<typeof Quotation>

export const PreviewInput = Type.Object(
  { body: MarkupSource, section: described(SectionNaming, 'Where it would be posted.') },
  { examples: [{ body: 'This is **new**.', section: { key: 'welcome' } }] },
)
export type PreviewInput = Static<typeof PreviewInput>

export const Preview = Type.Object({ html: Type.String({ description: 'Safe HTML.' }) })
export type Preview = Static<typeof Preview>

export const PostInput = Type.Object({ body: MarkupSource }, { examples: [{ body: 'Welcome, **Ada**!' }] })
export type PostInput = Static<typeof PostInput>

export const PostPatch = Type.Object(
  {
    last_revision_id: described(Uuid, 'The revision that was edited; refused if there is a newer one.'),
    content: Type.Optional(nullable(MarkupSource, 'The new body; null hides it, unchanged if omitted.')),
    moderation: Type.Optional(nullable(Remark, 'A moderator’s note; null clears it, unchanged if omitted.')),
    comment: nullable(Remark, 'Why it is edited.'),
  },
  {
    examples: [
      {
        last_revision_id: '01890000-0000-7000-8000-000000000000',
        content: 'Welcome, **Ada Lovelace**!',
        comment: 'Full name',
      },
    ],
  },
)
export type PostPatch = Static<typeof PostPatch>

export const PostDeletion = Type.Object(
  {
    last_revision_id: described(Uuid, 'The revision to hide; refused if there is a newer one.'),
    comment: Type.Optional(nullable(Remark, 'Why; shown in place of the body.')),
  },
  { examples: [{ last_revision_id: '01890000-0000-7000-8000-000000000000', comment: 'Advertisement' }] },
)
export type PostDeletion = Static<typeof PostDeletion>
