import { described, ShortUser, UserReference, Uuid } from '@agora/shared/contracts/types'
import { type Static, type TSchema, Type } from 'typebox'

/**
 * An answer's field that may be null. A list of types rather than a union: the serializer then tests the value
 * itself and validates no alternatives.
 */
export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  const { type } = schema as unknown as { type: string }
  const words = description === undefined ? {} : { description }
  return Type.Unsafe<Static<Schema> | null>({ ...schema, ...words, type: [type, 'null'] })
}

export const SectionKey = Type.String({
  pattern: '^[_a-z][_a-z0-9]{0,31}$',
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

/** As a reference, where a section alone can be meant: without the type. */
export const SectionNaming = Type.Union(
  [Type.Object({ id: described(Uuid, 'The section’s id.') }), Type.Object({ key: SectionKey })],
  { description: 'A section, by its id or its key.' },
)

/** Who wrote a post or a revision: a member, or a role (its bearer is shown to moderators only). */
export const ForumActor = Type.Object({
  type: Type.Enum(['UserForumActor', 'RoleForumActor', 'ClientForumActor'], {
    description: 'A member, an act of moderation in a role’s name, or an application.',
  }),
  role: Type.Optional(Type.String({ description: 'The strongest role that the author had there then.' })),
  user: Type.Optional(described(ShortUser, 'The member; of an act in a role’s name for moderators alone.')),
})
export type ForumActor = Static<typeof ForumActor>

/** How long a thread is. */
export const PostCount = Type.Object(
  { count: Type.Integer({ description: 'How many there are.' }) },
  { description: 'The thread’s posts.' },
)

/** Markup source of a body; what it may hold besides its length is the parser's to say. */
export const MarkupSource = Type.String({ maxLength: 65_536, description: 'Markup source.' })

/** A remark stored as it is. */
export const Remark = Type.String({ format: 'text', maxLength: 65_536, description: 'Plain text.' })

const Name = Type.String({ format: 'text', minLength: 1, maxLength: 320 })

/** A member named in a body. An email names one for Administrators only. */
export const MemberReference = Type.Union(
  [
    UserReference,
    Type.Object({ type: Type.Literal('User'), username: described(Name, 'The account’s username.') }),
    Type.Object({ type: Type.Literal('User'), email: described(Name, 'For administrators alone.') }),
  ],
  {
    description: 'A member, by id, username or email address.',
    examples: [{ type: 'User', username: 'grace' }],
  },
)
export type MemberReference = Static<typeof MemberReference>
