import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../context.ts'
import type { LinkName } from '../authority.ts'
import type { UpdateUserLinkBody, UserLink } from '../schemas.ts'
import { updateUserLink as storeChange } from '../store.ts'
import { userLinkView } from '../views.ts'

/** Changes a link's visibility and its position among the others. @throws ApiError 404 */
export async function updateUserLink(
  { pool }: Context,
  { accountId, linkId }: LinkName,
  change: UpdateUserLinkBody,
): Promise<UserLink> {
  const row = await storeChange(pool, accountId, linkId, change)
  if (!row) throw new ApiError(common.notFound)
  return userLinkView(row)
}
