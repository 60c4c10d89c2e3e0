import { type Static, Type } from 'typebox'
import { Timestamp, Uuid } from './types.ts'

/**
 * The gateway's internal user reads, for the other services only: `POST /internal/users/resolve` answers an
 * `InternalUser` or 404, `POST /internal/users/batch` those that there are.
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

export const MAX_USER_BATCH = 500
export const UserBatch = Type.Object({ ids: Type.Array(Uuid, { maxItems: MAX_USER_BATCH }) })
/** In no particular order; an id that names nobody is left out. */
export const UserBatchAnswer = Type.Object({ users: Type.Array(InternalUser) })

/** The `error` of a 404 that says that nobody is meant. */
export const USER_NOT_FOUND = 'user not found'
