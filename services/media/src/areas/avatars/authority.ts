import { parseUuid } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { StoredMedia } from '../media/store.ts'

/**
 * The member, or an administrator, either with all rights of their account.
 *
 * @throws ApiError forbidden or userNotFound
 */
export async function accessAvatarToChange(
  { users }: Context,
  principal: Caller,
  ref: string,
): Promise<string> {
  if (principal.kind !== 'user' || principal.ceiling !== 'full') throw new ApiError(common.forbidden)
  const id = parseUuid(ref)
  if (principal.id !== id && !principal.isAdministrator) throw new ApiError(common.forbidden)
  const user = id && (await users.findUser(id, principal.traceparent))
  if (!user) throw new ApiError(errors.userNotFound)
  return user.id
}

/**
 * A picture of the member's, or of the caller's own.
 *
 * @throws ApiError mediaNotFound or forbidden
 */
export async function accessMediaForAvatar(
  { media }: Context,
  principal: Caller,
  userId: string,
  mediaId: string,
): Promise<StoredMedia> {
  const found = await media.find(mediaId)
  if (!found) throw new ApiError(errors.mediaNotFound)
  const isOwn = found.ownerId === userId || (principal.kind === 'user' && found.ownerId === principal.id)
  if (!isOwn) throw new ApiError(common.forbidden)
  return found
}
