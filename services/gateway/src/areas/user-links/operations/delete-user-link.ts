import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import type { LinkName } from '../authority.ts'
import { endUserLink } from '../store.ts'

/** Ends a link: it disappears from every listing, and an email no longer signs its owner in. @throws ApiError 404 */
export async function deleteUserLink({ prisma }: Context, { accountId, linkId }: LinkName): Promise<void> {
  if (!(await endUserLink(prisma, accountId, linkId))) throw new ApiError(common.notFound)
}
