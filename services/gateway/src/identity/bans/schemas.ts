import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, ShortUser, Timestamp, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const BanBody = Type.Object(
  {
    reason: described(text(1, 2000), 'Why; the member is told when they try to sign in.'),
    expires_at: Type.Optional(nullable(Timestamp, 'When it expires; never if omitted or null.')),
  },
  { examples: [{ reason: 'Spam in every section', expires_at: '2030-01-01T00:00:00.000Z' }] },
)
export type BanBody = Static<typeof BanBody>

export const Ban = Type.Object({
  reason: Type.String({ description: 'Why; the member is told when they try to sign in.' }),
  created_at: described(Timestamp, 'When the account was banned.'),
  created_by: described(ShortUser, 'The administrator who banned it.'),
  expires_at: nullable(Timestamp, 'When the ban expires.'),
  lifted_at: nullable(Timestamp, 'When an administrator lifted it.'),
  lifted_by: nullable(ShortUser, 'The administrator who lifted it.'),
})
export type Ban = Static<typeof Ban>

/** A ban as the member whom it concerns is told of it. */
export const OwnBan = Type.Object({
  reason: Type.String({ description: 'Why the account is banned.' }),
  expires_at: nullable(Timestamp, 'When the ban expires.'),
})
export type OwnBan = Static<typeof OwnBan>

/** A ban with the user it applies to. */
export const ListedBan = Type.Object({
  user: described(ShortUser, 'Who was banned.'),
  ...Ban.properties,
})
export type ListedBan = Static<typeof ListedBan>

export const BanListing = listing(ListedBan)
export type BanListing = Static<typeof BanListing>
