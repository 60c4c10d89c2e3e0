import { newId } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { OauthClient, UpsertClientBody } from '../schemas.ts'
import {
  type ClientRecord,
  endClientAuthority,
  insertClient,
  lockRegistration,
  readClientsByIdOrKey,
  updateClient,
} from '../store.ts'
import { clientView } from '../views.ts'

/**
 * Creates a client, or updates the one with this id or key. An existing client keeps its id; members' grants end if it
 * becomes public or confidential, since it then authenticates differently.
 * @throws ApiError 422 for a secret that is missing, not UTF-8, or a public client's; 500 if id and key name two
 * different clients.
 */
export async function upsertOauthClient(context: Context, input: UpsertClientBody): Promise<OauthClient> {
  const secret = secretOf(input)
  for (;;) {
    // Before the transaction: in a rush of sign-ins hashing waits for longer than a transaction may last.
    const [judged] = await readClientsByIdOrKey(context.prisma, input.id ?? undefined, input.key)
    const row = await store(context, input, judged, await credentialsOf(context, judged, secret))
    if (row) return clientView(row)
  }
}

/** Undefined if the client's credentials are no longer those that were judged. */
function store(
  { prisma }: Context,
  input: UpsertClientBody,
  judged: ClientRecord | undefined,
  credentials: Credentials,
): Promise<ClientRecord | undefined> {
  const id = input.id ?? undefined
  return prisma.$transaction(async (tx) => {
    await lockRegistration(tx)
    const [known, another] = await readClientsByIdOrKey(tx, id, input.key)
    if (another) throw new ApiError(errors.clientsConflict)
    if (!hasSameCredentials(known, judged)) return undefined
    const fields = {
      key: input.key,
      displayName: input.display_name,
      appUri: input.app_uri,
      callbackUri: input.callback_uri,
      ...credentials,
      ...(input.allowed_scopes === undefined ? {} : { allowedScopes: input.allowed_scopes }),
    }
    if (known && (known.secretHash === null) !== (credentials.secretHash === null))
      await endClientAuthority(tx, known.id)
    return known ? updateClient(tx, known.id, fields) : insertClient(tx, id ?? newId(), fields)
  })
}

const hasSameCredentials = (one: ClientRecord | undefined, other: ClientRecord | undefined): boolean =>
  one?.id === other?.id &&
  one?.secretHash === other?.secretHash &&
  one?.credentialVersion === other?.credentialVersion

type Credentials = Pick<ClientRecord, 'secretHash' | 'credentialVersion'>

/** Null for a public client. */
function secretOf({ secret, public: isPublic = false }: UpsertClientBody): string | null {
  const refuse = (message: string) =>
    new ApiError(common.invalidBody, { message: `invalid \`secret\`: ${message}` })
  if (isPublic && secret !== undefined) throw refuse('a public client has none')
  if (isPublic) return null
  if (secret === undefined) throw refuse('is required')
  return decodeSecret(secret)
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
  { passwords }: Context,
  known: ClientRecord | undefined,
  secret: string | null,
): Promise<Credentials> {
  const next = (known?.credentialVersion ?? 0) + 1
  if (secret === null) {
    const isSame = known?.secretHash === null
    return { secretHash: null, credentialVersion: isSame ? known.credentialVersion : next }
  }
  if (known && (await passwords.verify(known.secretHash, secret))) {
    return { secretHash: known.secretHash, credentialVersion: known.credentialVersion }
  }
  return {
    secretHash: await passwords.hash(secret),
    credentialVersion: next,
  }
}
