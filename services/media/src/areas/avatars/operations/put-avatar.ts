import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { avatarFileOf, avatarSizes } from '../../../conversion/task.ts'
import { errors } from '../../../errors.ts'
import { cutOnce } from '../../../uploads/cut.ts'
import { accessAvatarToChange, accessMediaForAvatar } from '../authority.ts'
import type { AvatarBody } from '../schemas.ts'

/**
 * Shows a member by a picture: its middle square, kept beside it in each size.
 *
 * @throws ApiError forbidden, userNotFound or mediaNotFound; unavailable while too many pictures wait.
 */
export async function putAvatar(
  context: Context,
  principal: Caller,
  ref: string,
  { media: mediaId }: AvatarBody,
): Promise<Record<string, never>> {
  const userId = await accessAvatarToChange(context, principal, ref)
  const { id } = await accessMediaForAvatar(context, principal, userId, mediaId)
  await cutOnce(context, id, 'avatar', avatarSizes.map(avatarFileOf))
  if (await context.avatars.set(userId, id)) return {}
  // Deleted meanwhile: what was cut of it goes as well.
  if (!(await context.media.find(id))) await context.storage.remove(id)
  throw new ApiError(errors.mediaNotFound)
}
