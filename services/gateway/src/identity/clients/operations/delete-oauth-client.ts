import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import type { Actor } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import { readOauthClient } from '../../oauth/store.ts'
import { refuseConfigured } from '../configured.ts'
import { tellClientChange } from '../notice.ts'
import { deleteClient, lockRegistration } from '../store.ts'

/**
 * Removes a client with its grants and tokens, from the next request on. `by` is the administrator who does it, if it is
 * not done with the internal key.
 * @throws ApiError 403 without a recent sign-in, 404, 409 for one that the startup configuration names
 */
export async function deleteOauthClient(
  context: Context,
  by: Actor | undefined,
  reference: string,
): Promise<void> {
  const { pool, transaction, logger } = context
  const client = await readOauthClient(pool, reference)
  if (!client) throw new ApiError(errors.clientNotFound)
  refuseConfigured(context, client)
  await transaction(async (tx) => {
    await lockRegistration(tx)
    if (by) await judgeRecent(tx, by)
    if (!(await deleteClient(tx, client.id))) throw new ApiError(errors.clientNotFound)
    if (by) await tellClientChange(context, tx, by, client, 'ClientDeleted')
  })
  logger.info({ client: client.id, key: client.key }, 'an OAuth client was removed')
}
