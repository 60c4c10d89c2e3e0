import { newId } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { OauthClient, UpsertClientBody } from '../schemas.ts'
import {
  type ClientRecord,
  insertClient,
  lockRegistration,
  readClientsByIdOrKey,
  updateClient,
} from '../store.ts'
import { clientView } from '../views.ts'

/**
 * Creates a client, or updates the one with this id or key in place. A client that exists keeps its id.
 * @throws ApiError 422 for a secret that is no UTF-8 text, 500 where id and key name two different clients.
 */
export async function upsertOauthClient(context: Context, input: UpsertClientBody): Promise<OauthClient> {
  const secret = decodeSecret(input.secret)
  const id = input.id ?? undefined
  return context.prisma.$transaction(async (tx) => {
    await lockRegistration(tx)
    const [known, another] = await readClientsByIdOrKey(tx, id, input.key)
    if (another) throw new ApiError(errors.clientsConflict)
    const fields = {
      key: input.key,
      displayName: input.display_name,
      appUri: input.app_uri,
      callbackUri: input.callback_uri,
      ...(await credentialsOf(context, known, secret)),
      ...(input.allowed_scopes === undefined ? {} : { allowedScopes: input.allowed_scopes }),
    }
    const row = known
      ? await updateClient(tx, known.id, fields)
      : await insertClient(tx, id ?? newId(), fields)
    return clientView(row)
  })
}

function decodeSecret(hex: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(hex, 'hex'))
  } catch (cause) {
    throw new ApiError(common.invalidBody, { cause, message: 'invalid `secret`: is not UTF-8 text' })
  }
}

/** An unchanged secret stays as it is, so that what was verified against it stays verified. */
async function credentialsOf(
  { passwords }: Context,
  known: ClientRecord | undefined,
  secret: string,
): Promise<Pick<ClientRecord, 'secretHash' | 'credentialVersion'>> {
  if (known && (await passwords.verify(known.secretHash, secret))) {
    return { secretHash: known.secretHash, credentialVersion: known.credentialVersion }
  }
  return {
    secretHash: await passwords.hash(secret),
    credentialVersion: (known?.credentialVersion ?? 0) + 1,
  }
}
