import type { Caller } from '@agora/shared/contracts/principal'
import { renderBody } from '../../../bodies/render.ts'
import type { Context } from '../../../context.ts'
import type { Preview } from '../../posts/schemas.ts'
import { accessOwnProfile } from '../authority.ts'
import { grammarOfProfile } from '../grammar.ts'
import type { ProfilePreviewInput } from '../schemas.ts'

/**
 * Renders a text as if the member said it of themselves. Writes nothing.
 *
 * @throws ApiError forbidden, bodyNotParsed
 */
export async function previewProfile(
  context: Context,
  principal: Caller,
  { about }: ProfilePreviewInput,
): Promise<Preview> {
  const member = await accessOwnProfile(context, principal)
  const allowance = await context.posting.allowance(context.db, principal, member)
  const { html } = await renderBody(context.db, about, grammarOfProfile(context, allowance))
  return { html }
}
