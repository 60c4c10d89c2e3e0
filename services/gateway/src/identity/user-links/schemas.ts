import { described, nullable, Timestamp, UserReference, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const linkTypes = ['ProviderA', 'ProviderB', 'Email'] as const
export type LinkType = (typeof linkTypes)[number]

export const MAX_RANK = 1_000_000

const Visibility = Type.Enum(['Private', 'Friend', 'Public'], {
  description: 'Who sees the link besides its owner and administrators. Friend reads as Private.',
})
const Rank = Type.Integer({
  minimum: -MAX_RANK,
  maximum: MAX_RANK,
  description: 'Position among the account’s links, smallest first.',
})

/** A value now and at a time of the caller's choice; no route takes a time, so both are equal. */
const nowAndThen = <Value extends typeof Visibility | typeof Rank>(value: Value, description: string) =>
  Type.Object(
    {
      now: Type.Object({ value }, { description: 'The current value.' }),
      // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is not a function
      then: Type.Object({ value }, { description: 'Reads as `now`.' }),
    },
    { description },
  )

const ProviderUser = Type.Object({
  type: Type.Enum(['ProviderAUser', 'ProviderBUser'], { description: 'Which provider’s account.' }),
  id: Type.String({ description: 'The provider’s own id of the account.' }),
  display_name: Type.String({ description: 'The provider’s name of the account.' }),
})

export const UserLink = Type.Object({
  type: Type.Enum(linkTypes, { description: 'The account’s links.' }),
  id: described(Uuid, 'The link’s own id.'),
  user: UserReference,
  period: Type.Object(
    {
      start: described(Timestamp, 'When the link was made.'),
      end: nullable(Timestamp, 'Null while it lasts.'),
    },
    { description: 'When the link was made and ended.' },
  ),
  visibility: nowAndThen(Visibility, 'Who sees the link.'),
  rank: nowAndThen(Rank, 'Its position among the account’s links.'),
  target: Type.Union(
    [
      Type.Object({ user: described(ProviderUser, 'The account at the provider.') }),
      Type.Object({ email: Type.String({ description: 'The confirmed address.' }) }),
    ],
    { description: 'What it links to.' },
  ),
})
export type UserLink = Static<typeof UserLink>

export const UpdateUserLinkBody = Type.Object(
  { visibility: Type.Optional(Visibility), rank: Type.Optional(Rank) },
  { examples: [{ visibility: 'Public', rank: 1 }] },
)
export type UpdateUserLinkBody = Static<typeof UpdateUserLinkBody>

export const UserLinkParams = Type.Object({
  user_id: Type.String({ description: 'Id of the account.' }),
  user_link_id: Type.String({ description: 'Id of the link.' }),
})
