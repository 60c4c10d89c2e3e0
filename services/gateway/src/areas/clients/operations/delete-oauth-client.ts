import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { readOauthClient } from '../../../oauth/store.ts'
import { refuseConfigured } from '../configured.ts'
import { deleteClient, lockRegistration } from '../store.ts'

/**
 * Removes a client with its grants and tokens, from the next request on.
 * @throws ApiError 404, 409 for one that the startup configuration names
 */
export async function deleteOauthClient(context: Context, reference: string): Promise<void> {
  const { pool, prisma, logger } = context
  const client = await readOauthClient(pool, reference)
  if (!client) throw new ApiError(errors.clientNotFound)
  refuseConfigured(context, client)
  await prisma.$transaction(async (tx) => {
    await lockRegistration(tx)
    if (!(await deleteClient(tx, client.id))) throw new ApiError(errors.clientNotFound)
  })
  logger.info({ client: client.id, key: client.key }, 'an OAuth client was removed')
}
