import { type Static, type TSchema, Type } from 'typebox'

const uuidPattern = '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$'

/** A canonical textual UUID, any letter case on input. */
export const Uuid = Type.String({ pattern: uuidPattern, description: 'Canonical UUID' })

/** ISO 8601 UTC with milliseconds and a trailing Z on output; any RFC 3339 timestamp on input. */
export const Timestamp = Type.String({ format: 'date-time' })

/** A BCP 47 language tag of the forms `en-US`, `fr-FR`, `eo`. */
export const Locale = Type.String({ pattern: '^[a-z]{2,3}(-[A-Z]{2})?$', maxLength: 6 })

/** An absolute http or https URL. */
export const HttpUrl = Type.String({ format: 'http-url', maxLength: 2048 })

/** Text without NUL or unpaired surrogates; lengths in code points. */
export const text = (minLength: number, maxLength: number) =>
  Type.String({ format: 'text', minLength, maxLength })

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const UserReference = Type.Object({ type: Type.Literal('User'), id: Uuid })

/** The short user of the contract's conventions. */
export const ShortUser = Type.Object({
  type: Type.Literal('User'),
  id: Uuid,
  display_name: Type.Object({ current: Type.Object({ value: Type.String() }) }),
})
export type ShortUser = Static<typeof ShortUser>

export function shortUser(user: { id: string; displayName: string }): ShortUser {
  return { type: 'User', id: user.id, display_name: { current: { value: user.displayName } } }
}
