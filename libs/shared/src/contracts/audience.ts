import { type Static, Type } from 'typebox'

/** A section's, thread's or group's handle. */
export const KEY_PATTERN = '^[_a-z][_a-z0-9]{0,31}$'

/** Whom a section is for. */
export const Audience = Type.Union(
  [
    Type.Enum(['Everyone', 'Members', 'Moderators']),
    Type.Object({
      groups: Type.Array(Type.String({ pattern: KEY_PATTERN }), {
        minItems: 1,
        maxItems: 100,
        description: 'Keys of groups; moderators besides.',
      }),
    }),
  ],
  { description: 'Everybody, members, members of groups, or those who moderate the section.' },
)
export type Audience = Static<typeof Audience>
