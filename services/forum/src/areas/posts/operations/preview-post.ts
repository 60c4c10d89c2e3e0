import type { Caller } from '@agora/shared/contracts/principal'
import { renderBody } from '../../../bodies.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { bodyReference } from '../../../references.ts'
import { accessSectionToPost } from '../../sections/authority.ts'
import { grammarFor } from '../../sections/grammar.ts'
import type { Preview, PreviewInput } from '../schemas.ts'

/**
 * The HTML of a body as the caller would post it in a section. Writes nothing.
 *
 * @throws ApiError sectionNotFound, cannotCreatePost, sectionHoldsNoThreads, bodyNotParsed, bodyNotRendered
 */
export async function previewPost(
  context: Context,
  principal: Caller,
  { section, body }: PreviewInput,
): Promise<Preview> {
  const reference = bodyReference(section)
  const { authority } = await accessSectionToPost(context, principal, reference, errors.cannotCreatePost)
  const { html } = await renderBody(context.db, body, grammarFor(authority, context.config.forum.icons))
  return { html }
}
