import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { quotationOf } from '@agora/shared/markup/index'
import { markedName } from '@agora/shared/users/mark'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessPlacedPost } from '../authority.ts'
import type { Quotation, QuotationQuery } from '../schemas.ts'

/**
 * The markup that quotes the post in a reply. Hidden posts cannot be quoted.
 *
 * @throws ApiError postNotFound
 */
export async function quotePost(
  context: Context,
  principal: Caller,
  ref: string,
  { by }: QuotationQuery,
): Promise<Quotation> {
  const { source, authorId, authorName } = await accessPlacedPost(context, principal, ref)
  if (source === null) throw new ApiError(errors.postNotFound)
  const name = authorName ?? ''
  return { body: quotationOf(source, by === 'account' && name !== '' ? markedName(name, authorId) : name) }
}
