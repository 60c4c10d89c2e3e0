import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import type { Actor } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { isClientKey } from '../../names/patterns.ts'
import { readOauthClient } from '../../oauth/store.ts'
import type { Asker } from '../../passwords/asker.ts'
import { refuseConfigured } from '../configured.ts'
import type { ClientSettings, OauthClient } from '../schemas.ts'
import { upsertOauthClient } from './upsert-oauth-client.ts'

/**
 * Registers a client with this key, or changes the settings of the one with this key or id. A secret that is not named
 * stays.
 * @throws ApiError 403 without a recent sign-in, 404 for an unknown id, 409 for one that the startup configuration names,
 * and those of
 * `upsertOauthClient`
 */
export async function putOauthClient(
  context: Context,
  by: Actor,
  reference: string,
  settings: ClientSettings,
  asker: Asker,
): Promise<OauthClient> {
  const known = await readOauthClient(context.pool, reference)
  if (!known && !isClientKey(reference)) throw new ApiError(errors.clientNotFound)
  const client = known ? { id: known.id, key: known.key } : { key: reference }
  refuseConfigured(context, client)
  const named = { ...settings, key: client.key }
  const registered = await upsertOauthClient(context, named, asker, { keepsSecret: true, by })
  context.logger.info({ client: registered.id, key: registered.key }, 'an OAuth client was registered')
  return registered
}
