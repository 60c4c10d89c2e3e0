import { roles } from '@agora/shared/contracts/roles'
import { described } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { MemberReference, SectionReference } from '../../resources/schemas.ts'

export const RoleGrantInput = Type.Object(
  {
    user: MemberReference,
    role: Type.Enum([...roles], { description: 'The role.' }),
    section: Type.Optional(described(SectionReference, 'For a Moderator only: where the role holds.')),
  },
  {
    examples: [
      {
        user: { type: 'User', username: 'grace' },
        role: 'Moderator',
        section: { type: 'ForumSection', key: 'welcome' },
      },
    ],
  },
)
export type RoleGrantInput = Static<typeof RoleGrantInput>
