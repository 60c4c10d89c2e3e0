import { newId } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { errors } from '../../../errors.ts'
import type { Actor } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import type { Asker } from '../../passwords/asker.ts'
import { tellClientChange } from '../notice.ts'
import type { OauthClient, UpsertClientBody } from '../schemas.ts'
import { consistentSettings, isPublicClient } from '../settings.ts'
import {
  type ClientRecord,
  endClientAuthority,
  lockRegistration,
  putClient,
  readClientsByIdOrKey,
} from '../store.ts'
import { clientView } from '../views.ts'

/**
 * Creates a client, or updates the one with this id or key. An existing client keeps its id; members' grants end if it
 * becomes public or confidential, since it then authenticates differently. With `keepsSecret` a missing secret means the
 * stored one. `by` is the administrator who does it, if it is not done with the internal key or at the start.
 * @throws ApiError 403 without a recent sign-in, 422 for a secret that is missing, not UTF-8, or a public client's; 500 if
 * id and key name two
 * different clients.
 */
export async function upsertOauthClient(
  context: Context,
  input: UpsertClientBody,
  asker: Asker,
  { keepsSecret = false, by }: { keepsSecret?: boolean; by?: Actor } = {},
): Promise<OauthClient> {
  const secret = secretOf(input, keepsSecret)
  consistentSettings(input, undefined)
  for (;;) {
    // Before the transaction: in a rush of sign-ins hashing waits for longer than a transaction may last.
    const [judged] = await readClientsByIdOrKey(context.pool, input.id ?? undefined, input.key)
    const credentials = await credentialsOf(context, judged, secret, asker)
    const row = await store(context, input, judged, credentials, by)
    if (row) return clientView(row)
  }
}

/** Undefined if the client's credentials are no longer those that were judged. */
function store(
  context: Context,
  input: UpsertClientBody,
  judged: ClientRecord | undefined,
  credentials: Credentials,
  by: Actor | undefined,
): Promise<ClientRecord | undefined> {
  const id = input.id ?? undefined
  return context.transaction(async (tx) => {
    await lockRegistration(tx)
    if (by) await judgeRecent(tx, by)
    const [known, another] = await readClientsByIdOrKey(tx, id, input.key)
    if (another) throw new ApiError(errors.clientsConflict)
    if (!hasSameCredentials(known, judged)) return undefined
    const fields = {
      key: input.key,
      displayName: input.display_name,
      appUri: input.app_uri,
      ...consistentSettings(input, known?.pkce),
      ...credentials,
      ...(input.allowed_scopes === undefined ? {} : { allowedScopes: input.allowed_scopes }),
    }
    if (known && (known.secretHash === null) !== (credentials.secretHash === null))
      await endClientAuthority(tx, known.id)
    const row = await putClient(tx, known?.id ?? id ?? newId(), fields)
    if (by) await tellClientChange(context, tx, by, row, known ? 'ClientChanged' : 'ClientRegistered')
    return row
  })
}

const hasSameCredentials = (one: ClientRecord | undefined, other: ClientRecord | undefined): boolean =>
  one?.id === other?.id &&
  one?.secretHash === other?.secretHash &&
  one?.credentialVersion === other?.credentialVersion

type Credentials = Pick<ClientRecord, 'secretHash' | 'secretDigest' | 'credentialVersion'>

const refuseSecret = (message: string) =>
  new ApiError(common.invalidBody, { message: `invalid \`secret\`: ${message}` })

/** Null for a public client, undefined to keep the stored one. */
function secretOf(input: UpsertClientBody, keepsSecret: boolean): string | null | undefined {
  const { secret } = input
  const isPublic = isPublicClient(input)
  if (isPublic && secret !== undefined) throw refuseSecret('a public client has none')
  if (isPublic) return null
  if (secret !== undefined) return decodeSecret(secret)
  if (keepsSecret) return undefined
  throw refuseSecret('is required')
}

function decodeSecret(hex: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(hex, 'hex'))
  } catch (cause) {
    throw new ApiError(common.invalidBody, { cause, message: 'invalid `secret`: is not UTF-8 text' })
  }
}

/** An unchanged secret keeps its hash, so that verified secrets stay verified. */
async function credentialsOf(
  { passwords, secretDigests }: Context,
  known: ClientRecord | undefined,
  secret: string | null | undefined,
  asker: Asker,
): Promise<Credentials> {
  if (secret === undefined) {
    if (!known?.secretHash) throw refuseSecret('is required')
    const { secretHash, secretDigest, credentialVersion } = known
    return { secretHash, secretDigest, credentialVersion }
  }
  const next = (known?.credentialVersion ?? 0) + 1
  if (secret === null) {
    const isSame = known?.secretHash === null
    return {
      secretHash: null,
      secretDigest: null,
      credentialVersion: isSame ? known.credentialVersion : next,
    }
  }
  if (known && (await passwords.verifySecret(known, secret, asker))) {
    const { secretHash, credentialVersion } = known
    return { secretHash, secretDigest: secretDigests.make(credentialVersion, secret), credentialVersion }
  }
  return {
    // For a gateway that has other keys, or is of a release that knows no digests.
    secretHash: await passwords.hash(secret, asker),
    secretDigest: secretDigests.make(next, secret),
    credentialVersion: next,
  }
}
