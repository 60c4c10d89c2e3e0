import { listing } from '@agora/shared/contracts/pagination'
import {
  described,
  Locale,
  nullable,
  Timestamp,
  text,
  UserReference,
  Uuid,
} from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const Id = described(Uuid, 'A UUIDv7.')
const Time = described(Timestamp, 'ISO 8601 in UTC with milliseconds.')

const Period = Type.Object(
  {
    start: described(Time, 'When it was created.'),
    end: nullable(Time, 'When it was retired; null while live.'),
  },
  { description: 'When it was created and retired.' },
)
const Kind = Type.Enum(['Platform', 'Game', 'Other'], { description: 'What the application is.' })
const Rating = Type.Enum(['General', 'Teen', 'Adult'], { description: 'The audience it is suitable for.' })
const Status = Type.Enum(['Stable', 'Beta', 'Alpha', 'Dev'], { description: 'Its stage of development.' })
const Visibility = Type.Enum(['Public', 'Private'], {
  description: 'Private: visible only to its owners and administrators.',
})
const coverImageName = '^box_[a-z0-9_]+$'

const Channel = Type.Object({
  id: Id,
  key: Type.String({ description: 'The channel’s handle within its application.' }),
  period: Period,
  main_locale: Type.String({ description: 'Locale of the description.' }),
  description: Type.String({ description: 'The channel’s description, in its main locale.' }),
  description_i18n: Type.Record(Locale, Type.String(), {
    description: 'Locale to text, without the main locale.',
  }),
  base_uri: Type.String({ description: 'URL of the deployment’s root.' }),
  home_uri: Type.String({ description: 'URL to which a member is sent.' }),
  user_uri: nullable(Type.String(), 'URL template of a member’s profile, with {user_id} in its path.'),
  rating: Rating,
  status: Status,
  visibility: Visibility,
  is_official: Type.Boolean({ description: 'Whether the platform’s team endorses it.' }),
  event_stream_callback_uri: nullable(Type.String(), 'URL to which events are delivered.'),
  cover_image: nullable(
    Type.Object({
      type: Type.Literal('Asset'),
      name: Type.String({ description: 'The name of a picture included with the site.' }),
    }),
    'Its picture.',
  ),
  cover_color: nullable(Type.String(), 'Its colour, as lowercase #rrggbb.'),
})
export type ChannelView = Static<typeof Channel>

const identity = {
  key: nullable(Type.String(), 'The application’s handle.'),
  owners: Type.Array(UserReference, { description: 'The members who may edit it.' }),
}
const presentation = {
  kind: Kind,
  display_name: Type.String({ description: 'The name, in the main locale.' }),
  main_locale: Type.String({ description: 'Locale of the display name.' }),
  i18n: Type.Record(
    Locale,
    Type.Object({ display_name: Type.String({ description: 'The name in this locale.' }) }),
    {
      description: 'Translations by locale, without the main locale.',
    },
  ),
}

export const ShortApp = Type.Object({
  id: Id,
  created_at: described(Time, 'When it was created.'),
  deleted_at: nullable(Time, 'When it was retired.'),
  ...identity,
  channels: described(
    listing(Type.Object({ key: Type.String({ description: 'The channel’s handle.' }) })),
    'The channels visible to the caller.',
  ),
  main_channel: described(Channel, 'The first channel in rank.'),
  ...presentation,
})
export type ShortApp = Static<typeof ShortApp>

export const FullApp = Type.Object({
  id: Id,
  period: Period,
  ...identity,
  channels: described(listing(Channel), 'The channels visible to the caller, in rank order.'),
  ...presentation,
})
export type FullApp = Static<typeof FullApp>

export const AppPath = Type.Object({ app_id: Type.String({ description: 'Id of the application.' }) })

const MAX_ITEMS = 100
/** Locale to text; replaces all existing texts. */
const translations = (longest: number) =>
  Type.Record(Locale, text(1, longest), { additionalProperties: false, maxProperties: MAX_ITEMS })
const Description = text(0, 16_384)

const ChannelPatch = Type.Object({
  // Any text: an unknown key has an error of its own.
  key: Type.String({ description: 'The channel to change.' }),
  main_locale: Type.Optional(described(Locale, 'Locale of the description.')),
  description: Type.Optional(described(Description, 'The description in the main locale.')),
  description_i18n: Type.Optional(
    described(translations(16_384), 'Replaces all translations; one for the main locale is ignored.'),
  ),
  // Validated by the operation, which answers in the contract's words.
  user_uri: Type.Optional(
    nullable(Type.String(), 'URL template of a profile, with {user_id} in its path; null clears it.'),
  ),
  rating: Type.Optional(Rating),
  status: Type.Optional(Status),
  visibility: Type.Optional(Visibility),
  is_official: Type.Optional(Type.Boolean({ description: 'Administrators only.' })),
  cover_image: Type.Optional(
    nullable(
      Type.Object({
        type: Type.Literal('Asset'),
        name: Type.String({
          pattern: coverImageName,
          maxLength: 128,
          description: 'The name of a picture included with the site.',
        }),
      }),
      'Null clears it.',
    ),
  ),
  cover_color: Type.Optional(
    nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' }), 'Lowercase #rrggbb; null clears it.'),
  ),
})
export type ChannelPatch = Static<typeof ChannelPatch>

export const UpdateAppBody = Type.Object(
  {
    kind: Type.Optional(Kind),
    main_locale: Type.Optional(described(Locale, 'Locale of the display name.')),
    display_name_i18n: Type.Optional(
      described(translations(128), 'Replaces all translations; one for the main locale is ignored.'),
    ),
    owners: Type.Optional(
      Type.Array(UserReference, { maxItems: MAX_ITEMS, description: 'Administrators only.' }),
    ),
    channels: Type.Optional(
      Type.Array(ChannelPatch, {
        maxItems: MAX_ITEMS,
        description: 'Changes of channels; those not listed are unchanged.',
      }),
    ),
  },
  { examples: [{ kind: 'Game', channels: [{ key: 'main', status: 'Beta', cover_color: '#336699' }] }] },
)
export type UpdateAppBody = Static<typeof UpdateAppBody>
