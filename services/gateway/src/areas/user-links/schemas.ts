import { nullable, Timestamp, UserReference, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const linkTypes = ['ProviderA', 'ProviderB', 'Email'] as const
export type LinkType = (typeof linkTypes)[number]

export const MAX_RANK = 1_000_000

const Visibility = Type.Enum(['Private', 'Friend', 'Public'])
const Rank = Type.Integer({ minimum: -MAX_RANK, maximum: MAX_RANK })

/** A value as it is now and at a time of the caller's choice; no route takes a time, so both read alike. */
const nowAndThen = <Value extends typeof Visibility | typeof Rank>(value: Value) =>
  // biome-ignore lint/suspicious/noThenProperty: the contract names it so; it is no function
  Type.Object({ now: Type.Object({ value }), then: Type.Object({ value }) })

const ProviderUser = Type.Object({
  type: Type.Enum(['ProviderAUser', 'ProviderBUser']),
  id: Type.String({ description: 'The provider’s own id of the account.' }),
  display_name: Type.String(),
})

export const UserLink = Type.Object({
  type: Type.Enum(linkTypes),
  id: Uuid,
  user: UserReference,
  period: Type.Object({ start: Timestamp, end: nullable(Timestamp) }),
  visibility: nowAndThen(Visibility),
  rank: nowAndThen(Rank),
  target: Type.Union([Type.Object({ user: ProviderUser }), Type.Object({ email: Type.String() })]),
})
export type UserLink = Static<typeof UserLink>

export const UpdateUserLinkBody = Type.Object({
  visibility: Type.Optional(Visibility),
  rank: Type.Optional(Rank),
})
export type UpdateUserLinkBody = Static<typeof UpdateUserLinkBody>

export const UserLinkParams = Type.Object({ user_id: Type.String(), user_link_id: Type.String() })
