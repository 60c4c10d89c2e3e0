import { listing } from '@agora/shared/contracts/pagination'
import { type Static, Type } from 'typebox'
import { ThreadHead } from '../../heads/thread.ts'
import { MarkupSource, Remark, SectionReference } from '../../schemas.ts'
import { Post } from '../posts/schemas.ts'
import { Section } from '../sections/schemas.ts'

const ThreadSelf = Type.Object({
  can_post: Type.Boolean(),
  can_lock: Type.Boolean(),
  can_pin: Type.Boolean(),
  can_move: Type.Boolean(),
  can_delete: Type.Boolean(),
  can_report: Type.Boolean(),
})

export const Thread = Type.Object({
  ...ThreadHead.properties,
  section: Section,
  posts: listing(Post),
  self: ThreadSelf,
})
export type Thread = Static<typeof Thread>

/** Two to 128 characters without the spaces around them, none of them a control character. */
const Title = Type.String({
  format: 'text',
  pattern: '^\\s*[^\\s\\p{Cc}]([^\\p{Cc}]{0,126}[^\\s\\p{Cc}])\\s*$',
  maxLength: 1024,
  description: '2 to 128 characters after trimming, no control characters.',
})

export const ThreadInput = Type.Object({ title: Title, body: MarkupSource })
export type ThreadInput = Static<typeof ThreadInput>

export const ThreadPatch = Type.Object({
  title: Type.Optional(Title),
  is_pinned: Type.Optional(Type.Boolean()),
  is_locked: Type.Optional(Type.Boolean()),
})
export type ThreadPatch = Static<typeof ThreadPatch>

export const ThreadMove = Type.Object({ section: SectionReference })

export const ThreadDeletion = Type.Object({
  comment: Type.Optional(Type.Union([Remark, Type.Null()])),
})
