import { HeldEmblem } from '../contracts/internal-media.ts'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { callService } from '../upstream/call-service.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** A picture by which a section or the site is shown; `width` and `height` are those of its variant `full`, in pixels. */
export interface Emblem {
  id: string
  width: number
  height: number
}

/**
 * Has the media service keep one of the owner's pictures for a day, so that it can be stored as an emblem; undefined if they
 * have no such picture.
 *
 * @throws ApiError invalidBody for an animated picture; unavailable while the media service does not answer.
 */
export type HoldEmblem = (choice: {
  media: string
  owner: string
  traceparent: string
}) => Promise<Emblem | undefined>

const MOVES = 'invalid `picture`: must not move'

/** The caller waits for icons to be cut; in milliseconds. */
const TIMEOUT_MS = 30_000

/**
 * Creates what holds emblems. Where the media service is not deployed, nobody has a picture.
 *
 * @param icons whether the site's square icons are made from them.
 */
export function emblemHolder(media: Upstream, key: string, icons: boolean): HoldEmblem {
  return async ({ media: id, owner, traceparent }) => {
    if (media.isEmpty) return undefined
    const { picture } = await callService(media, {
      path: '/internal/emblems',
      key,
      body: { media: id, owner, icons },
      answer: HeldEmblem,
      traceparent,
      timeoutMs: TIMEOUT_MS,
    }).catch((cause) => {
      throw new ApiError(common.unavailable, { cause })
    })
    if (!picture) return undefined
    const { is_animated: isAnimated, ...size } = picture
    if (isAnimated) throw new ApiError(common.invalidBody, { message: MOVES })
    return { id, ...size }
  }
}

/** The path of an emblem’s variant. */
export const emblemUri = (id: string, variant: 'full' | 'thumbnail' | 'icon-64' | 'icon-180'): string =>
  `/api/v1/media/${id}/${variant}`

/** Called after an emblem is stored: has `forget` take it out again if the picture was deleted meanwhile. */
export async function forgetIfGone(
  hold: HoldEmblem,
  choice: Parameters<HoldEmblem>[0],
  forget: (media: string) => Promise<void>,
): Promise<void> {
  // While the media service is away, it deletes nothing.
  const held = await hold(choice).catch(() => choice)
  if (!held) await forget(choice.media)
}
