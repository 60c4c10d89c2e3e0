import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { readOauthClient } from '../../oauth/store.ts'
import type { ClientDetail } from '../schemas.ts'
import { clientDetailView } from '../views.ts'

/** A client by its id or key, with its settings. @throws ApiError 404 */
export async function getOauthClient({ pool }: Context, reference: string): Promise<ClientDetail> {
  const client = await readOauthClient(pool, reference)
  if (!client) throw new ApiError(errors.clientNotFound)
  return clientDetailView(client)
}
