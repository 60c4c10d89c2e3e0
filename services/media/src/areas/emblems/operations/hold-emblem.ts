import type { EmblemChoice, HeldEmblem } from '@agora/shared/contracts/internal-media'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { iconFileOf, iconSizes } from '../../../conversion/task.ts'
import { errors } from '../../../errors.ts'
import { cutOnce } from '../../../uploads/cut.ts'
import { hold } from '../store.ts'

/**
 * Keeps one of the owner's pictures for a day, and cuts the icons from it if it is to be the site's.
 *
 * @throws ApiError mediaNotFound if it is deleted at this moment; unavailable while too many pictures wait.
 */
export async function holdEmblem(
  context: Context,
  { media, owner, icons }: EmblemChoice,
): Promise<HeldEmblem> {
  const held = await hold(context.db, media, owner)
  if (!held) return { picture: null }
  const { isAnimated, ...size } = held
  if (icons && !isAnimated) await cutIcons(context, media)
  return { picture: { ...size, is_animated: isAnimated } }
}

async function cutIcons(context: Context, id: string): Promise<void> {
  await cutOnce(context, id, 'icons', iconSizes.map(iconFileOf))
  if (await context.media.find(id)) return
  await context.storage.remove(id)
  throw new ApiError(errors.mediaNotFound)
}
