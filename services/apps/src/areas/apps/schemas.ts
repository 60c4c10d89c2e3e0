import { listing } from '@agora/shared/contracts/pagination'
import { Locale, nullable, text, UserReference } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const Id = Type.String({ description: 'UUIDv7' })
const Time = Type.String({ description: 'ISO 8601, UTC, milliseconds' })
const Url = Type.String()

const Period = Type.Object({
  start: Time,
  end: Type.Union([Time, Type.Null()], { description: 'Null while live.' }),
})
const Kind = Type.Enum(['Platform', 'Game', 'Other'])
const Rating = Type.Enum(['General', 'Teen', 'Adult'])
const Status = Type.Enum(['Stable', 'Beta', 'Alpha', 'Dev'])
const Visibility = Type.Enum(['Public', 'Private'])
const coverImageName = '^box_[a-z0-9_]+$'

const Channel = Type.Object({
  id: Id,
  key: Type.String(),
  period: Period,
  main_locale: Type.String({ description: 'Locale of the description.' }),
  description: Type.String(),
  description_i18n: Type.Record(Locale, Type.String(), {
    description: 'Locale to text; none in the main locale.',
  }),
  base_uri: Url,
  home_uri: Url,
  user_uri: nullable(Type.String({ description: 'URL template with {user_id} in its path.' })),
  rating: Rating,
  status: Status,
  visibility: Visibility,
  is_official: Type.Boolean(),
  event_stream_callback_uri: nullable(Url),
  cover_image: nullable(Type.Object({ type: Type.Literal('Asset'), name: Type.String() })),
  cover_color: nullable(Type.String({ description: 'Lowercase #rrggbb' })),
})
export type ChannelView = Static<typeof Channel>

const identity = {
  key: nullable(Type.String()),
  owners: Type.Array(UserReference),
}
const presentation = {
  kind: Kind,
  display_name: Type.String(),
  main_locale: Type.String({ description: 'Locale of the display name.' }),
  i18n: Type.Record(Locale, Type.Object({ display_name: Type.String() }), {
    description: 'Translations by locale; none in the main locale.',
  }),
}

export const ShortApp = Type.Object({
  id: Id,
  created_at: Time,
  deleted_at: nullable(Time),
  ...identity,
  channels: listing(Type.Object({ key: Type.String() })),
  main_channel: Channel,
  ...presentation,
})
export type ShortApp = Static<typeof ShortApp>

export const FullApp = Type.Object({
  id: Id,
  period: Period,
  ...identity,
  channels: listing(Channel),
  ...presentation,
})
export type FullApp = Static<typeof FullApp>

export const AppPath = Type.Object({ app_id: Type.String() })

const MOST_ITEMS = 100
/** Locale to text, of which each replaces all that were there. */
const translations = (longest: number) =>
  Type.Record(Locale, text(1, longest), { additionalProperties: false, maxProperties: MOST_ITEMS })
const Description = text(0, 16_384)

const ChannelPatch = Type.Object({
  // Any text: one that is no channel's key has an answer of its own.
  key: Type.String(),
  main_locale: Type.Optional(Locale),
  description: Type.Optional(Description),
  description_i18n: Type.Optional(translations(16_384)),
  // Judged by the operation, in the words that the contract prescribes.
  user_uri: Type.Optional(nullable(Type.String())),
  rating: Type.Optional(Rating),
  status: Type.Optional(Status),
  visibility: Type.Optional(Visibility),
  is_official: Type.Optional(Type.Boolean({ description: 'Administrators only.' })),
  cover_image: Type.Optional(
    nullable(
      Type.Object({
        type: Type.Literal('Asset'),
        name: Type.String({ pattern: coverImageName, maxLength: 128 }),
      }),
    ),
  ),
  cover_color: Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' }))),
})
export type ChannelPatch = Static<typeof ChannelPatch>

export const UpdateAppBody = Type.Object({
  kind: Type.Optional(Kind),
  main_locale: Type.Optional(Locale),
  display_name_i18n: Type.Optional(translations(128)),
  owners: Type.Optional(
    Type.Array(UserReference, { maxItems: MOST_ITEMS, description: 'Administrators only.' }),
  ),
  channels: Type.Optional(Type.Array(ChannelPatch, { maxItems: MOST_ITEMS })),
})
export type UpdateAppBody = Static<typeof UpdateAppBody>
