import type { Caller } from '@agora/shared/contracts/principal'
import { renderBody } from '../../../bodies/render.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { ownPictures } from '../../../pictures/own.ts'
import { bodyReference } from '../../../resources/references.ts'
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
  const { db, config, media, posting } = context
  const reference = bodyReference(section)
  const access = await accessSectionToPost(context, principal, reference, errors.cannotCreatePost)
  const standing = await posting.standing(db, principal, access.member)
  const { member, authority } = access
  const pictures = await ownPictures(media, member, member.user.id, body)
  const grammar = grammarFor(authority, config.forum.icons, standing)
  const { html } = await renderBody(db, body, { ...grammar, pictures })
  return { html }
}
