import { type Static, Type } from 'typebox'
import { nullable, Uuid } from './types.ts'

/**
 * The forum's `GET /internal/role-grants`, for the gateway only: who holds which role, in no particular order. The section is
 * null where the role holds everywhere.
 */
export const RoleGrants = Type.Object({
  grants: Type.Array(Type.Object({ user: Uuid, role: Type.String(), section: nullable(Uuid) })),
})
export type RoleGrants = Static<typeof RoleGrants>
