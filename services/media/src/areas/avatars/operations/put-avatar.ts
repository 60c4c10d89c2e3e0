import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { avatarFileOf, avatarSizes, fileOf } from '../../../conversion/task.ts'
import { errors } from '../../../errors.ts'
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
  await cutSquares(context, id)
  if (await context.avatars.set(userId, id)) return {}
  // Deleted meanwhile: what was cut of it goes as well.
  if (!(await context.media.find(id))) await context.storage.remove(id)
  throw new ApiError(errors.mediaNotFound)
}

async function cutSquares({ storage, spool, converters }: Context, id: string): Promise<void> {
  const names = avatarSizes.map(avatarFileOf)
  // What is written last is there: it was cut before.
  const before = await storage.open(id, names.at(-1)!)
  if (before) return before.close()
  await spool.within(async ({ folder, take }) => {
    const full = await storage.open(id, fileOf('full'))
    if (!full) throw new ApiError(errors.mediaNotFound)
    const input = path.join(folder, 'source')
    take(full.bytes)
    await pipeline(full.read(), createWriteStream(input))
    await converters.convert({ kind: 'avatar', input, output: folder }, () => true)
    await storage.put(id, Object.fromEntries(names.map((name) => [name, path.join(folder, name)])))
  })
}
