import type { ClaimedMedia, MediaClaim } from '@agora/shared/contracts/internal-media'
import type { Context } from '../../../context.ts'
import { holdDraft, replaceClaims } from '../store.ts'

/** Keeps what a post shows, and lets go of what it no longer shows; keeps what a draft shows for a day. */
export async function claimMedia({ db }: Context, claim: MediaClaim): Promise<ClaimedMedia> {
  const take = claim.place.kind === 'Draft' ? holdDraft : replaceClaims
  const media = await db.transaction((tx) => take(tx, claim))
  return {
    media: media.map(({ id, width, height, isAnimated }) => ({ id, width, height, is_animated: isAnimated })),
  }
}
