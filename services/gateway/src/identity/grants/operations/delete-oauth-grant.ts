import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { accessOwnAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { readOauthClient } from '../../oauth/store.ts'
import { deleteGrants } from '../store.ts'

/** Revokes everything a member has granted an application, from the next request on. @throws ApiError 403, 404 */
export async function deleteOauthGrant(
  context: Context,
  actor: UserPrincipal,
  params: { user_id: string; client_id: string },
): Promise<void> {
  const accountId = await accessOwnAccount(context, actor, params.user_id)
  const client = await readOauthClient(context.pool, params.client_id)
  if (!client || !(await deleteGrants(context.pool, accountId, client.id)))
    throw new ApiError(errors.grantNotFound)
}
