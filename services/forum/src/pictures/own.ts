import { MAX_MEDIA } from '@agora/shared/contracts/internal-media'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { type PictureSize, picturesNamed } from '@agora/shared/markup/index'
import type { Member } from '../authority/actor.ts'
import type { Media } from './media.ts'

export type OwnPictures = ReadonlyMap<string, PictureSize>
export const noPictures: OwnPictures = new Map()

/**
 * Which of the pictures that a source names it may show: those of its author. They are what the writer has in hand now,
 * as a draft, so that none is deleted before the text is stored.
 *
 * @throws ApiError unavailable while nobody knows.
 */
export async function ownPictures(
  media: Media,
  writer: Member,
  author: string,
  source: string,
): Promise<OwnPictures> {
  const named = media.isDeployed ? picturesNamed(source, MAX_MEDIA) : []
  if (named.length === 0) return noPictures
  const draft = {
    place: { kind: 'Draft' as const, id: writer.user.id },
    version: Date.now(),
    owner: author,
    media: named,
  }
  try {
    const own = await media.claim(draft, writer.traceparent)
    return new Map(own.map(({ id, width, height }) => [id, { width, height }]))
  } catch (cause) {
    throw new ApiError(common.unavailable, { cause })
  }
}
