import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { nullable, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { SanctionKind } from '../../generated/prisma/enums.ts'
import { MemberReference, orNull, Remark } from '../../schemas.ts'

const Kind = Type.Enum(Object.values(SanctionKind))
const SectionId = Type.Object({ type: Type.Literal('ForumSection'), id: Uuid })

export const SanctionQuery = Type.Object({
  user: Type.Optional(Uuid),
  section: Type.Optional(Uuid),
  active: Type.Boolean({ default: false, description: 'Only those in force at the moment of the request.' }),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type SanctionQuery = Static<typeof SanctionQuery>

export const SanctionInput = Type.Object({
  user: MemberReference,
  section: Type.Optional(nullable(SectionId)),
  kind: Kind,
  expires_at: Type.Optional(nullable(Timestamp)),
  reason: Remark,
  internal_note: Remark,
})
export type SanctionInput = Static<typeof SanctionInput>

export const Sanction = Type.Object({
  type: Type.Literal('ForumSanction'),
  id: Uuid,
  user: ShortUser,
  section: orNull(SectionId),
  kind: Kind,
  created_at: Timestamp,
  created_by: ShortUser,
  deleted_at: orNull(Timestamp),
  deleted_by: orNull(ShortUser),
  expires_at: orNull(Timestamp),
  reason: Type.String(),
  internal_note: Type.Optional(
    Type.String({ description: 'For those who moderate what the sanction covers.' }),
  ),
})
export type Sanction = Static<typeof Sanction>

export const SanctionListing = listing(Sanction)
export type SanctionListing = Static<typeof SanctionListing>
