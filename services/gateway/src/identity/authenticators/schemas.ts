import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, Timestamp, text, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { MadeCredential } from '../factors/passkey-schemas.ts'

/** Something to see, on one line, in the direction of its letters. */
const NAME = '^(?=.*[^\\p{C}\\p{Z}])[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]+$'

const Name = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: 64,
  pattern: NAME,
  plainName: true,
  description: 'What the member calls it: 1 to 64 characters on one line. Stored composed.',
})

export const authenticatorKinds = ['Totp', 'Passkey', 'RecoveryCodes'] as const

const properties = {
  type: Type.Literal('Authenticator'),
  id: described(Uuid, 'The authenticator’s id.'),
  kind: Type.Enum([...authenticatorKinds], {
    description: 'A program that shows codes by time, a passkey, or a set of recovery codes.',
  }),
  name: Type.String({ description: 'What the member calls it; of recovery codes always `Recovery codes`.' }),
  created_at: described(Timestamp, 'When it was added.'),
  last_used_at: nullable(Timestamp, 'When it last proved who its member is; null if never.'),
  remaining: nullable(Type.Integer(), 'How many recovery codes are left; null for other kinds.'),
}

/** What a member proves with, besides the password, to be who they are. */
export const Authenticator = Type.Object(properties)
export type Authenticator = Static<typeof Authenticator>

export const AuthenticatorListing = listing(Authenticator)
export type AuthenticatorListing = Static<typeof AuthenticatorListing>

const Codes = Type.Array(Type.String(), {
  description: 'Ten codes, each of which stands in once for the second factor. They are told only here.',
})

export const NewAuthenticator = Type.Object({
  ...properties,
  recovery_codes: Type.Optional(described(Codes, 'Recovery codes, with the account’s first second factor.')),
})
export type NewAuthenticator = Static<typeof NewAuthenticator>

export const RecoveryCodes = Type.Object({ recovery_codes: Codes })
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const NewTotpBody = Type.Object({ name: Name }, { examples: [{ name: 'Ada’s phone' }] })
export type NewTotpBody = Static<typeof NewTotpBody>

export const NewTotp = Type.Object({
  id: described(Uuid, 'The authenticator’s id.'),
  secret: Type.String({ description: 'The secret in base 32, to be typed. It is told only here.' }),
  uri: Type.String({ description: 'The same as an address (`otpauth:`), to be shown as a QR code.' }),
})
export type NewTotp = Static<typeof NewTotp>

export const EnableBody = Type.Object(
  { code: described(text(1, 64), 'The six digits that the program shows.') },
  { examples: [{ code: '492039' }] },
)
export type EnableBody = Static<typeof EnableBody>

export const NewPasskeyBody = Type.Object(
  { name: Name, credential: MadeCredential },
  {
    examples: [
      {
        name: 'Ada’s laptop',
        credential: {
          id: 'zqVb3h2lQb6nZQ',
          rawId: 'zqVb3h2lQb6nZQ',
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
            attestationObject: 'o2NmbXRkbm9uZQ',
          },
        },
      },
    ],
  },
)
export type NewPasskeyBody = Static<typeof NewPasskeyBody>

export const AuthenticatorParams = Type.Object({
  user_id: Type.String({ description: 'Id of the account.' }),
  authenticator_id: Type.String({ description: 'Id of the authenticator.' }),
})
