import { ShortUser, UserReference, Uuid } from '@agora/shared/contracts/types'
import { type Static, type TSchema, Type } from 'typebox'

/**
 * An answer's field that may be null. A list of types rather than a union: the serializer then tests the value
 * itself and validates no alternatives.
 */
export function orNull<Schema extends TSchema>(schema: Schema) {
  const { type } = schema as unknown as { type: string }
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [type, 'null'] })
}

export const SectionKey = Type.String({ pattern: '^[_a-z][_a-z0-9]{0,31}$' })

const IdOrKey = Type.String({ description: 'Id or key.' })

export const SectionParams = Type.Object({ section_ref: IdOrKey })
export const ThreadParams = Type.Object({ thread_ref: IdOrKey })
export const PostParams = Type.Object({ post_ref: Type.String({ description: 'Id.' }) })

/** A section named in a body, by id or by key; the id counts where both are given. */
export const SectionReference = Type.Union([
  Type.Object({ type: Type.Literal('ForumSection'), id: Uuid }),
  Type.Object({ type: Type.Literal('ForumSection'), key: SectionKey }),
])
export type SectionReference = Static<typeof SectionReference>

/** Who wrote a post or a revision: a member, or a role (its bearer is shown to moderators only). */
export const ForumActor = Type.Object({
  type: Type.Enum(['UserForumActor', 'RoleForumActor', 'ClientForumActor']),
  role: Type.Optional(Type.String()),
  user: Type.Optional(ShortUser),
})
export type ForumActor = Static<typeof ForumActor>

/** Markup source of a body; what it may hold besides its length is the parser's to say. */
export const MarkupSource = Type.String({ maxLength: 65_536, description: 'Markup source.' })

/** A remark stored as it is. */
export const Remark = Type.String({ format: 'text', maxLength: 65_536 })

const Name = Type.String({ format: 'text', minLength: 1, maxLength: 320 })

/** A member named in a body. An email names one for Administrators only. */
export const MemberReference = Type.Union([
  UserReference,
  Type.Object({ type: Type.Literal('User'), username: Name }),
  Type.Object({ type: Type.Literal('User'), email: Name }),
])
export type MemberReference = Static<typeof MemberReference>
