import { ShortUser, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ClientReference } from '../clients/schemas.ts'
import { CapToken } from '../users/schemas.ts'

export const SignInBody = Type.Object({
  login: text(1, 320),
  password: text(1, 1024),
  'cap-token': CapToken,
})
export type SignInBody = Static<typeof SignInBody>

/**
 * Who the caller is. `type` is Guest, User, AccessToken or OauthClient; the other keys follow from it. `scope` is the
 * same for all of them: the scopes of a token are told when it is issued.
 */
export const AuthContext = Type.Object({
  type: Type.String(),
  scope: Type.Literal('Default'),
  client: Type.Optional(ClientReference),
  user: Type.Optional(ShortUser),
  is_administrator: Type.Optional(Type.Boolean()),
})
export type AuthContext = Static<typeof AuthContext>
