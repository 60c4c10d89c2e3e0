import type { ClaimedMedia, MediaClaim } from '@agora/shared/contracts/internal-media'
import type { Context } from '../../../context.ts'
import { replaceClaims } from '../store.ts'

/** Keeps what a place shows, and lets go of what it no longer shows. */
export async function claimMedia({ db }: Context, claim: MediaClaim): Promise<ClaimedMedia> {
  const media = await db.transaction((tx) => replaceClaims(tx, claim))
  return {
    media: media.map(({ id, width, height, isAnimated }) => ({ id, width, height, is_animated: isAnimated })),
  }
}
