import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../context.ts'
import { type Answered, CHALLENGE_MS } from './challenges.ts'
import type { CreationOptions, MadeCredential, PasskeyAnswer, RequestOptions } from './passkey-schemas.ts'
import type { Site } from './site.ts'
import type { PasskeyRow } from './store-passkeys.ts'

/** Loaded with the first passkey: its parsers of certificates take 20 MB. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, the preferred first (COSE). */
const ALGORITHMS = [-8, -7, -257]

const forRegistering = (accountId: string, { host }: Site) => `register ${accountId} ${host}`
const forSigningIn = ({ host }: Site) => `sign in ${host}`

/** An account's id as its passkeys keep it: they hand it back with each answer. */
const handleOf = (accountId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(accountId.replaceAll('-', ''), 'hex'))

const isHandleOf = (accountId: string, handle: string): boolean =>
  Buffer.from(handle, 'base64url').equals(handleOf(accountId))

export interface PasskeyOwner {
  id: string
  username: string
  displayName: string
}

/** What a browser makes a passkey by; `known` are the ids of those that the account has. */
export const creationOptions = (
  { challenges }: Context,
  site: Site & { name: string },
  { id, username, displayName }: PasskeyOwner,
  known: readonly string[],
): CreationOptions => ({
  rp: { id: site.host, name: site.name },
  user: { id: Buffer.from(handleOf(id)).toString('base64url'), name: username, displayName },
  challenge: challenges.make(forRegistering(id, site)).toString('base64url'),
  timeout: CHALLENGE_MS,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  excludeCredentials: known.map((credential) => ({ id: credential, type: 'public-key' })),
})

/** What a browser asks any passkey of the site by: whose it is shows in the answer. */
export const requestOptions = ({ challenges }: Context, site: Site): RequestOptions => ({
  challenge: challenges.make(forSigningIn(site)).toString('base64url'),
  timeout: CHALLENGE_MS,
  rpId: site.host,
  userVerification: 'required',
  allowCredentials: [],
})

/** A passkey that a browser has made. */
export interface MadePasskey {
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
  challenge: Answered
}

/** Undefined unless the answer is one to this account's challenge, of this site, by somebody who was there. */
export async function readMade(
  { challenges }: Context,
  site: Site,
  accountId: string,
  made: MadeCredential,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  let answered: Answered | undefined
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: made as RegistrationResponseJSON,
    expectedChallenge: (challenge) => {
      answered = challenges.read(challenge, forRegistering(accountId, site))
      return answered !== undefined
    },
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || !registrationInfo || !answered) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    challenge: answered,
  }
}

/** An answer of a passkey. */
export interface Assertion {
  signCount: number
  challenge: Answered
}

/**
 * Undefined unless the passkey has answered a challenge of this site, with somebody there whom it recognised, for its own
 * account, and with a higher count than before, where it counts.
 */
export async function readAssertion(
  { challenges }: Context,
  site: Site,
  passkey: PasskeyRow,
  answer: PasskeyAnswer,
): Promise<Assertion | undefined> {
  const { userHandle } = answer.response
  if (!userHandle || !isHandleOf(passkey.accountId, userHandle)) return undefined
  const { verifyAuthenticationResponse } = await library()
  let answered: Answered | undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => {
      answered = challenges.read(challenge, forSigningIn(site))
      return answered !== undefined
    },
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: {
      id: answer.id,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.signCount,
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo || !answered) return undefined
  return { signCount: authenticationInfo.newCounter, challenge: answered }
}
