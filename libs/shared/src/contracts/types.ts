import { type Static, type TSchema, Type } from 'typebox'

const uuidPattern = '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$'

/** A canonical textual UUID; any letter case on input, which validation makes lowercase. */
export const Uuid = Type.String({ pattern: uuidPattern, lowercase: true, description: 'A canonical UUID.' })

/** One that tells when it was made, so that such ids stand in the order of their making. */
export const UuidV7 = Type.String({
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
  lowercase: true,
  description: 'A UUIDv7.',
})

/** ISO 8601 UTC with milliseconds and a trailing Z on output; any RFC 3339 timestamp on input. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 in UTC with milliseconds. On input any RFC 3339 timestamp.',
})

/** A BCP 47 language tag of the forms `en-US`, `fr-FR`, `eo`. */
export const Locale = Type.String({
  pattern: '^[a-z]{2,3}(-[A-Z]{2})?$',
  maxLength: 6,
  description: 'A BCP 47 language tag such as `en-US`, `fr-FR` or `eo`.',
})

/** The name of an IANA time zone; whether there is one of that name, only its reader knows. */
export const TimeZone = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
  maxLength: 64,
  description: 'The name of an IANA time zone such as `Europe/Paris`.',
})

/** An absolute http or https URL. */
export const HttpUrl = Type.String({
  format: 'http-url',
  maxLength: 2048,
  description: 'An absolute URL, such as `https://example.org/`.',
})

export const CallbackUri = Type.String({
  format: 'callback-uri',
  maxLength: 2048,
  description:
    'An absolute URL without a fragment, such as `https://example.org/callback`, or that of a native application, such as `org.example.game:/callback`.',
})

/** Text without NUL or unpaired surrogates; lengths in code points. */
export const text = (minLength: number, maxLength: number) =>
  Type.String({ format: 'text', minLength, maxLength })

export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** The same schema with its own description, for a property whose type does not explain it. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  // TypeBox marks its schemas with properties that are not enumerable.
  const copy: Schema = Object.defineProperties(
    Object.create(Object.getPrototypeOf(schema)),
    Object.getOwnPropertyDescriptors(schema),
  )
  return Object.assign(copy, { description })
}

export const UserReference = Type.Object(
  { type: Type.Literal('User'), id: described(Uuid, 'The account’s id.') },
  { description: 'Identifies an account.' },
)

/** The short user of the contract's conventions. */
export const ShortUser = Type.Object(
  {
    type: Type.Literal('User'),
    id: described(Uuid, 'The account’s id.'),
    display_name: Type.Object(
      {
        current: Type.Object(
          { value: Type.String({ description: 'The name.' }) },
          { description: 'The current name.' },
        ),
      },
      { description: 'The account’s display name.' },
    ),
  },
  { description: 'An account, as others see it.' },
)
export type ShortUser = Static<typeof ShortUser>

export function shortUser(user: { id: string; displayName: string }): ShortUser {
  return { type: 'User', id: user.id, display_name: { current: { value: user.displayName } } }
}
