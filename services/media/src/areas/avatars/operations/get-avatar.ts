import { parseUuid } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { type AvatarSize, avatarFileOf } from '../../../conversion/task.ts'
import { errors } from '../../../errors.ts'
import type { StoredFile } from '../../../storage/storage.ts'
import { drawnAvatar } from '../drawn.ts'

export type ShownAvatar = { file: StoredFile; etag: string } | { drawn: string }

/**
 * The avatar that a member has chosen, or one that is drawn.
 *
 * @throws ApiError userNotFound; unavailable if the gateway had to be asked and could not be.
 */
export async function getAvatar(
  { users, avatars, storage }: Context,
  { traceparent }: Caller,
  ref: string,
  size: AvatarSize,
): Promise<ShownAvatar> {
  const id = parseUuid(ref)
  const user = id && (await users.findUser(id, traceparent))
  if (!user) throw new ApiError(errors.userNotFound)
  const chosen = await avatars.find(user.id)
  const file = chosen && (await storage.open(chosen, avatarFileOf(size)))
  return file ? { file, etag: `"${chosen}-${size}"` } : { drawn: drawnAvatar(user, size) }
}
