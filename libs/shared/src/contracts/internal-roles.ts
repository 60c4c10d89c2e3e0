import { type Static, Type } from 'typebox'
import { nullable, Uuid } from './types.ts'

/**
 * The forum's `GET /internal/role-grants`, for the gateway only: who holds which role, in no particular order. The section is
 * null where the role holds everywhere.
 */
export const RoleGrants = Type.Object({
  grants: Type.Array(
    Type.Object({
      user: Uuid,
      role: Type.String(),
      section: nullable(Uuid),
      /** Whether not everybody may read the section. A forum of the release before has none of these. */
      is_closed: Type.Optional(Type.Boolean()),
    }),
  ),
})
export type RoleGrants = Static<typeof RoleGrants>
