import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { bodyReference } from '../../../resources/references.ts'
import { accessSectionToPost } from '../../sections/authority.ts'
import { newPost } from '../new-post.ts'
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
  const reference = bodyReference(section)
  const access = await accessSectionToPost(context, principal, reference, errors.cannotCreatePost)
  const { post } = await newPost(context, principal, access, body)
  return { html: post.html }
}
