import { described, ShortUser, Timestamp, text } from '@agora/shared/contracts/types'
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

export const ConfirmationBody = Type.Object(
  { current_password: described(text(1, 1024), 'The account’s password.') },
  { examples: [{ current_password: 'a long password' }] },
)
export type ConfirmationBody = Static<typeof ConfirmationBody>

export const Confirmation = Type.Object({
  confirmed_until: described(Timestamp, 'Until when the sign-in is recent.'),
})
export type Confirmation = Static<typeof Confirmation>

const scope = Type.Literal('Default')
const isAdministrator = Type.Boolean({ description: 'Whether the member is an administrator.' })

/** Who the caller is. `scope` is the same for all: a token's scopes are returned when it is issued. */
export const AuthContext = Type.Union(
  [
    Type.Object({ type: Type.Literal('Guest'), scope }),
    Type.Object({
      type: Type.Literal('User'),
      scope,
      user: described(ShortUser, 'The member who acts.'),
      is_administrator: isAdministrator,
    }),
    Type.Object({
      type: Type.Literal('AccessToken'),
      scope,
      client: ClientReference,
      user: described(ShortUser, 'The member for whom the application acts.'),
    }),
    Type.Object({ type: Type.Literal('OauthClient'), scope, client: ClientReference }),
  ],
  { description: 'A guest, a member, an application acting for a member, or one acting for itself.' },
)
export type AuthContext = Static<typeof AuthContext>
