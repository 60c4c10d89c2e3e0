import { described, nullable } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

/** Bytes as WebAuthn Level 3 writes them in JSON: base64url without padding. */
const bytes = (most: number, description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: most, description })

/** 1,023 bytes at most (WebAuthn, section 6.1). */
const LONGEST_ID = 1_364
/** An attestation may carry certificates. */
const LONGEST = 16_384

const credential = {
  id: bytes(LONGEST_ID, 'The passkey’s id.'),
  rawId: bytes(LONGEST_ID, 'The same.'),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}, { description: 'What extensions answered; not read.' }),
  authenticatorAttachment: Type.Optional(nullable(Type.String(), 'Where the passkey is; not read.')),
}
const clientDataJSON = bytes(LONGEST, 'What the browser says that it was asked, where and for what.')

/** A passkey that a browser has made: its `toJSON()`. */
export const MadeCredential = Type.Object(
  {
    ...credential,
    response: Type.Object(
      { clientDataJSON, attestationObject: bytes(LONGEST, 'The new key, by the authenticator.') },
      { description: 'What the authenticator made.' },
    ),
  },
  { description: 'The browser’s `RegistrationResponseJSON` (WebAuthn Level 3).' },
)
export type MadeCredential = Static<typeof MadeCredential>

/** What a passkey answers: its `toJSON()`. */
export const PasskeyAnswer = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON,
        authenticatorData: bytes(LONGEST, 'Who was there, and how often it has answered.'),
        signature: bytes(LONGEST, 'Of both.'),
        userHandle: Type.Optional(
          nullable(bytes(128, 'The account, as bytes.'), 'The account that it is for.'),
        ),
      },
      { description: 'What the authenticator answered.' },
    ),
  },
  { description: 'The browser’s `AuthenticationResponseJSON` (WebAuthn Level 3).' },
)
export type PasskeyAnswer = Static<typeof PasskeyAnswer>

const challenge = Type.String({ description: 'To be answered within five minutes, once; in base64url.' })
const timeout = Type.Integer({ description: 'How long it may take, in milliseconds.' })
const userVerification = Type.String({ description: 'Always `required`.' })
const Known = Type.Object({
  id: described(credential.id, 'The passkey’s id.'),
  type: Type.Literal('public-key'),
})

/** What a browser makes a passkey by. */
export const CreationOptions = Type.Object({
  rp: Type.Object(
    {
      id: Type.String({ description: 'The site’s host.' }),
      name: Type.String({ description: 'The site’s name.' }),
    },
    { description: 'The site.' },
  ),
  user: Type.Object(
    {
      id: Type.String({ description: 'The account’s id, as bytes in base64url.' }),
      name: Type.String({ description: 'The username.' }),
      displayName: Type.String({ description: 'The display name.' }),
    },
    { description: 'The account.' },
  ),
  challenge,
  timeout,
  pubKeyCredParams: Type.Array(
    Type.Object({
      type: Type.Literal('public-key'),
      alg: Type.Integer({ description: 'A COSE algorithm.' }),
    }),
    { description: 'The signatures that are accepted, the preferred first.' },
  ),
  attestation: Type.String({ description: 'Always `none`: any kind of authenticator will do.' }),
  authenticatorSelection: Type.Object(
    {
      residentKey: Type.String({ description: 'Always `required`: it is found without a username.' }),
      requireResidentKey: Type.Boolean({ description: 'The same, for older browsers.' }),
      userVerification,
    },
    { description: 'What it must be able to do.' },
  ),
  excludeCredentials: Type.Array(Known, { description: 'The passkeys that the account has.' }),
})
export type CreationOptions = Static<typeof CreationOptions>

/** What a browser asks a passkey by. */
export const RequestOptions = Type.Object({
  challenge,
  timeout,
  rpId: Type.String({ description: 'The site’s host.' }),
  userVerification,
  allowCredentials: Type.Array(Known, { description: 'Always empty: any passkey of the site may answer.' }),
})
export type RequestOptions = Static<typeof RequestOptions>
