import { type Static, Type } from 'typebox'
import { Timestamp, Uuid } from './types.ts'

/**
 * The gateway's internal user reads, for the other services only:
 * `GET /internal/users/:id` and `POST /internal/users/resolve`; both answer an `InternalUser` or 404.
 */
export const InternalUser = Type.Object({
  id: Uuid,
  username: Type.String(),
  display_name: Type.String(),
  created_at: Timestamp,
  is_administrator: Type.Boolean(),
})
export type InternalUser = Static<typeof InternalUser>

/** Names one account: exactly one of the three. */
export const UserLookup = Type.Union([
  Type.Object({ id: Uuid }),
  Type.Object({ username: Type.String({ format: 'text', maxLength: 256 }) }),
  Type.Object({ email: Type.String({ format: 'text', maxLength: 320 }) }),
])
export type UserLookup = Static<typeof UserLookup>
