import { HeldEmblem } from '../contracts/internal-media.ts'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { callService } from '../upstream/call-service.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** A picture by which a section or the site is shown; its sizes are those of its variant `full`, in pixels. */
export interface Emblem {
  id: string
  width: number
  height: number
}

/**
 * Chooses a picture of a member's own; undefined if there is none.
 *
 * @throws ApiError invalidBody for one that moves, which would on every page; unavailable while nobody knows of it.
 */
export type HoldEmblem = (choice: {
  media: string
  owner: string
  traceparent: string
}) => Promise<Emblem | undefined>

const MOVES = 'invalid `picture`: must not move'

/** Icons are cut while the caller waits, in milliseconds. */
const TIMEOUT_MS = 30_000

/**
 * Asks the media service for pictures to show something by. Where it is not deployed, there are none.
 *
 * @param icons whether the square icons of a site are cut of them.
 */
export function emblemHolder(media: Upstream, key: string, icons: boolean): HoldEmblem {
  return async ({ media: id, owner, traceparent }) => {
    if (media.isEmpty) return undefined
    const { picture } = await callService(media, {
      method: 'POST',
      path: '/internal/emblems',
      credential: { authorization: `Bearer ${key}` },
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

/** Paths of its variants. */
export const emblemUri = (id: string, variant: 'full' | 'thumbnail' | 'icon-64' | 'icon-180'): string =>
  `/api/v1/media/${id}/${variant}`

/** For who has written that something is shown by a picture, which may have been deleted meanwhile. */
export async function forgetIfGone(
  hold: HoldEmblem,
  choice: Parameters<HoldEmblem>[0],
  forget: (media: string) => Promise<void>,
): Promise<void> {
  // Nobody deletes one while the media service is away.
  const held = await hold(choice).catch(() => choice)
  if (!held) await forget(choice.media)
}
