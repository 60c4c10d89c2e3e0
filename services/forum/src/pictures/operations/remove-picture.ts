import type { PictureRemoval } from '@agora/shared/contracts/internal-media'
import type { Context } from '../../context.ts'
import { removePictures } from '../store.ts'

/** From one post after the other, so that none is locked for as long as all take. */
export async function removePicture({ db }: Context, { media, posts }: PictureRemoval): Promise<void> {
  for (const post of posts) await db.transaction((tx) => removePictures(tx, post, [media]))
}
