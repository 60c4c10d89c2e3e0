import { listing } from '@agora/shared/contracts/pagination'
import { nullable, ShortUser, Timestamp, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const BanBody = Type.Object({
  reason: text(1, 2000),
  expires_at: Type.Optional(nullable(Timestamp)),
})
export type BanBody = Static<typeof BanBody>

export const Ban = Type.Object({
  reason: Type.String(),
  created_at: Timestamp,
  created_by: ShortUser,
  expires_at: nullable(Timestamp),
  lifted_at: nullable(Timestamp),
  lifted_by: nullable(ShortUser),
})
export type Ban = Static<typeof Ban>

/** A ban with whom it is of. */
export const ListedBan = Type.Object({ user: ShortUser, ...Ban.properties })
export type ListedBan = Static<typeof ListedBan>

export const BanListing = listing(ListedBan)
export type BanListing = Static<typeof BanListing>
