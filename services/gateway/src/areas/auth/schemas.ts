import { described, ShortUser, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ClientReference } from '../clients/schemas.ts'
import { CapToken } from '../users/schemas.ts'

export const SignInBody = Type.Object(
  {
    login: described(text(1, 320), 'A username or a confirmed email address.'),
    password: described(text(1, 1024), 'The account’s password.'),
    'cap-token': CapToken,
  },
  { examples: [{ login: 'ada', password: 'a long password' }] },
)
export type SignInBody = Static<typeof SignInBody>

/**
 * Who the caller is. `type` is Guest, User, AccessToken or OauthClient; the other keys follow from it. `scope` is the
 * same for all of them: the scopes of a token are told when it is issued.
 */
export const AuthContext = Type.Object({
  type: Type.String({ description: 'Guest, User, AccessToken or OauthClient.' }),
  scope: Type.Literal('Default'),
  client: Type.Optional(ClientReference),
  user: Type.Optional(described(ShortUser, 'The member who acts, or for whom the application does.')),
  is_administrator: Type.Optional(Type.Boolean({ description: 'Whether the member is an administrator.' })),
})
export type AuthContext = Static<typeof AuthContext>
