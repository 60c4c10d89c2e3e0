import { type Static, Type } from 'typebox'
import { scopes } from './principal.ts'
import { Uuid } from './types.ts'

/**
 * The gateway's `POST /internal/grants/held`, for the applications' service only: whether a client has this key, and
 * whether a member has granted it a scope.
 */
export const GrantQuestion = Type.Object({
  user: Uuid,
  client: Uuid,
  key: Type.String(),
  scope: Type.Enum([...scopes]),
})
export type GrantQuestion = Static<typeof GrantQuestion>

export const GrantAnswer = Type.Object({
  /** Whether the client with this id has this key, and a secret. */
  is_client: Type.Boolean(),
  is_user: Type.Boolean(),
  is_granted: Type.Boolean(),
})
export type GrantAnswer = Static<typeof GrantAnswer>
