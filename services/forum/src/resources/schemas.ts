import { KEY_PATTERN } from '@agora/shared/contracts/audience'
import { described, ShortUser, UserReference, Uuid } from '@agora/shared/contracts/types'
import { type Static, type TSchema, Type } from 'typebox'

/**
 * A nullable field of an answer. A list of types rather than a union, so that the serializer tests the value itself and
 * validates no alternatives.
 */
export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  const { type } = schema as unknown as { type: string }
  const words = description === undefined ? {} : { description }
  return Type.Unsafe<Static<Schema> | null>({ ...schema, ...words, type: [type, 'null'] })
}

export const SectionKey = Type.String({
  pattern: KEY_PATTERN,
  description: 'The section’s handle.',
})

const IdOrKey = Type.String({ description: 'Id or key.' })

export const SectionParams = Type.Object({ section_ref: IdOrKey })
export const ThreadParams = Type.Object({ thread_ref: IdOrKey })
export const PostParams = Type.Object({ post_ref: Type.String({ description: 'Id.' }) })

/** A section named in a body, by id or by key; the id counts where both are given. */
export const SectionReference = Type.Union(
  [
    Type.Object({ type: Type.Literal('ForumSection'), id: described(Uuid, 'The section’s id.') }),
    Type.Object({ type: Type.Literal('ForumSection'), key: SectionKey }),
  ],
  { description: 'A section, by its id or its key.' },
)
export type SectionReference = Static<typeof SectionReference>

/** The same where only a section is possible: without the type. */
export const SectionNaming = Type.Union(
  [Type.Object({ id: described(Uuid, 'The section’s id.') }), Type.Object({ key: SectionKey })],
  { description: 'A section, by its id or its key.' },
)

/** Who wrote a post or a revision: a member, or a role (only moderators see who held it). */
export const ForumActor = Type.Object({
  type: Type.Enum(['UserForumActor', 'RoleForumActor', 'ClientForumActor'], {
    description: 'A member, a role that a moderator acted in, or an application.',
  }),
  role: Type.Optional(Type.String({ description: 'The author’s strongest role there at the time.' })),
  user: Type.Optional(described(ShortUser, 'The member; for an act of a role, visible to moderators only.')),
})
export type ForumActor = Static<typeof ForumActor>

export const PostCount = Type.Object(
  { count: Type.Integer({ description: 'Their number.' }) },
  { description: 'The thread’s posts.' },
)

/** The longest body or remark, in characters. */
export const LONGEST_TEXT = 65_536

/** The markup source of a body; apart from its length, the parser validates it. */
export const MarkupSource = Type.String({
  maxLength: LONGEST_TEXT,
  description: 'Markup source, as the page `/markup` describes it.',
})

/** A remark, stored verbatim. */
export const Remark = Type.String({ format: 'text', maxLength: LONGEST_TEXT, description: 'Plain text.' })

const Name = Type.String({ format: 'text', minLength: 1, maxLength: 320 })

/** A member named in a body; by email for Administrators only. */
export const MemberReference = Type.Union(
  [
    UserReference,
    Type.Object({ type: Type.Literal('User'), username: described(Name, 'The account’s username.') }),
    Type.Object({ type: Type.Literal('User'), email: described(Name, 'For administrators only.') }),
  ],
  {
    description: 'A member, by id, username or email address.',
    examples: [{ type: 'User', username: 'grace' }],
  },
)
export type MemberReference = Static<typeof MemberReference>
