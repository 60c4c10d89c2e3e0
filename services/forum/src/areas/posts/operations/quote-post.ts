import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { quotationOf } from '@agora/shared/markup/index'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessPlacedPost } from '../authority.ts'
import type { Quotation } from '../schemas.ts'

/**
 * The markup that quotes the post in a reply. Hidden posts cannot be quoted.
 *
 * @throws ApiError postNotFound
 */
export async function quotePost(context: Context, principal: Caller, ref: string): Promise<Quotation> {
  const { source, authorName } = await accessPlacedPost(context, principal, ref)
  if (source === null) throw new ApiError(errors.postNotFound)
  return { body: quotationOf(source, authorName ?? '') }
}
