import { type Static, Type } from 'typebox'
import { roles } from '../../authority/role.ts'
import { MemberReference, SectionReference } from '../../schemas.ts'

export const RoleGrantInput = Type.Object({
  user: MemberReference,
  role: Type.Enum([...roles]),
  section: Type.Optional(SectionReference),
})
export type RoleGrantInput = Static<typeof RoleGrantInput>
