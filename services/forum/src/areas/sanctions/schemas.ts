import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, nullable, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { SanctionKind } from '../../generated/prisma/enums.ts'
import { MemberReference, orNull, Remark } from '../../resources/schemas.ts'

const Kind = Type.Enum(Object.values(SanctionKind), {
  description: 'A mute keeps the member from posting; a warning does not.',
})
const SectionId = Type.Object({
  type: Type.Literal('ForumSection'),
  id: described(Uuid, 'The section’s id.'),
})

export const SanctionQuery = Type.Object({
  user: Type.Optional(described(Uuid, 'Only sanctions of this account.')),
  section: Type.Optional(described(Uuid, 'Only sanctions in this section.')),
  active: Type.Boolean({ default: false, description: 'Only those currently in force.' }),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type SanctionQuery = Static<typeof SanctionQuery>

export const SanctionInput = Type.Object(
  {
    user: MemberReference,
    section: Type.Optional(nullable(SectionId, 'Where it applies; the whole forum if omitted or null.')),
    kind: Kind,
    expires_at: Type.Optional(nullable(Timestamp, 'When a mute expires. Not allowed for a warning.')),
    reason: described(Remark, 'Why; the member reads it.'),
    internal_note: described(Remark, 'For moderators only.'),
  },
  {
    examples: [
      {
        user: { type: 'User', username: 'mallory' },
        kind: 'Mute',
        expires_at: '2030-01-01T00:00:00.000Z',
        reason: 'Spam',
        internal_note: 'Second time this month.',
      },
    ],
  },
)
export type SanctionInput = Static<typeof SanctionInput>

export const Sanction = Type.Object({
  type: Type.Literal('ForumSanction'),
  id: described(Uuid, 'The sanction’s id.'),
  user: described(ShortUser, 'The sanctioned member.'),
  section: orNull(SectionId, 'Where it applies; null for the whole forum.'),
  kind: Kind,
  created_at: described(Timestamp, 'When it began.'),
  created_by: described(ShortUser, 'The moderator who imposed it.'),
  deleted_at: orNull(Timestamp, 'When a moderator lifted it.'),
  deleted_by: orNull(ShortUser, 'The moderator who lifted it.'),
  expires_at: orNull(Timestamp, 'When it expires.'),
  reason: Type.String({ description: 'Why; the member reads it.' }),
  internal_note: Type.Optional(Type.String({ description: 'For moderators of what the sanction covers.' })),
})
export type Sanction = Static<typeof Sanction>

export const SanctionListing = listing(Sanction)
export type SanctionListing = Static<typeof SanctionListing>
