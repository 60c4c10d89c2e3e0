import { described, ShortUser, Timestamp, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { CapToken } from '../accounts/schemas.ts'
import { ClientReference } from '../clients/schemas.ts'
import { PasskeyAnswer } from '../factors/passkey-schemas.ts'

const login = {
  login: described(text(1, 320), 'A username or a confirmed email address.'),
  password: described(text(1, 1024), 'The account’s password.'),
  'cap-token': CapToken,
}
const examples = [{ login: 'ada', password: 'a long password' }]

/** The login of whoever asks about an account. */
export const LoginBody = Type.Object(login, { examples })
export type LoginBody = Static<typeof LoginBody>

const Code = described(text(1, 64), 'A code of the second factor: six digits by time, or a recovery code.')

/** What is required unless something else is there, which stands for it. */
const unless = (there: readonly string[], required: readonly string[]) => ({
  if: { anyOf: there.map((name) => ({ required: [name] })) },
  else: { required },
})

const Passkey = described(
  PasskeyAnswer,
  'A passkey’s answer to the challenge of `POST /auth/passkey/options`.',
)

export const SignInBody = Type.Object(
  {
    login: Type.Optional(login.login),
    password: Type.Optional(login.password),
    'cap-token': CapToken,
    code: Type.Optional(Code),
    passkey: Type.Optional(Passkey),
  },
  { examples, ...unless(['passkey'], ['login', 'password']) },
)
export type SignInBody = Static<typeof SignInBody>

export const ConfirmationBody = Type.Object(
  {
    current_password: Type.Optional(described(text(1, 1024), 'The account’s password.')),
    code: Type.Optional(Code),
    passkey: Type.Optional(Passkey),
  },
  {
    examples: [{ current_password: 'a long password' }],
    ...unless(['code', 'passkey'], ['current_password']),
  },
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
