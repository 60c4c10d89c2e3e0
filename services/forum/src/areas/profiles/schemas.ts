import { described, nullable, ShortUser } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { Remark } from '../../resources/schemas.ts'

/** In characters. */
const LONGEST_ABOUT = 2_000
const LONGEST_PRONOUNS = 40
const LONGEST_TAGLINE = 120

/** Something to see, in one line. */
const Line = (maxLength: number, description: string) =>
  Type.String({
    format: 'text',
    pattern: '^[^\\p{Cc}\\u2028\\u2029]*[^\\s\\p{Cc}][^\\p{Cc}\\u2028\\u2029]*$',
    maxLength,
    description,
  })

const Pronouns = Line(LONGEST_PRONOUNS, 'How to speak of the member.')
const Tagline = Line(LONGEST_TAGLINE, 'A line of the member’s own.')

export const Profile = Type.Object({
  type: Type.Literal('ForumProfile'),
  user: described(ShortUser, 'The member.'),
  about: nullable(
    Type.Object({
      html: Type.String({ description: 'Safe HTML.' }),
      marktwin: Type.Optional(Type.String({ description: 'Its source, for the member alone.' })),
    }),
    'A text about themselves.',
  ),
  pronouns: nullable(Type.String(), 'How to speak of the member.'),
  tagline: nullable(Type.String(), 'A line of the member’s own.'),
})
export type Profile = Static<typeof Profile>

export const ProfilePatch = Type.Object(
  {
    about: Type.Optional(
      nullable(
        Type.String({ maxLength: LONGEST_ABOUT }),
        'Markup source, as the page `/markup` describes it, without pictures; null clears it, unchanged if omitted.',
      ),
    ),
    pronouns: Type.Optional(nullable(Pronouns, 'Null clears them, unchanged if omitted.')),
    tagline: Type.Optional(nullable(Tagline, 'Null clears it, unchanged if omitted.')),
  },
  { examples: [{ about: 'I trade **rare** plants.', pronouns: 'she/her', tagline: 'Since the beta' }] },
)
export type ProfilePatch = Static<typeof ProfilePatch>

export const ProfilePreviewInput = Type.Object(
  { about: Type.String({ maxLength: LONGEST_ABOUT, description: 'Markup source.' }) },
  { examples: [{ about: 'I trade **rare** plants.' }] },
)
export type ProfilePreviewInput = Static<typeof ProfilePreviewInput>

export const ProfileDeletion = Type.Object(
  { reason: described(Remark, 'Why; the member reads it.') },
  { examples: [{ reason: 'No advertisements, please.' }] },
)
export type ProfileDeletion = Static<typeof ProfileDeletion>
