import type { Caller } from '@agora/shared/contracts/principal'
import { renderBody } from '../../../bodies.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { bodyReference } from '../../../references.ts'
import { accessSectionToPost } from '../../sections/authority.ts'
import { grammarFor } from '../../sections/grammar.ts'
import type { Preview, PreviewInput } from '../schemas.ts'

/**
 * Renders a body as if the caller posted it in a section. Writes nothing.
 *
 * @throws ApiError sectionNotFound, cannotCreatePost, sectionHoldsNoThreads, bodyNotParsed, bodyNotRendered
 */
export async function previewPost(
  context: Context,
  principal: Caller,
  { section, body }: PreviewInput,
): Promise<Preview> {
  const { db, config, posting } = context
  const reference = bodyReference(section)
  const access = await accessSectionToPost(context, principal, reference, errors.cannotCreatePost)
  const standing = await posting.standing(db, principal, access.member)
  const { html } = await renderBody(db, body, grammarFor(access.authority, config.forum.icons, standing))
  return { html }
}
