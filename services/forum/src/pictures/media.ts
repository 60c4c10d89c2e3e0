import { ClaimedMedia, type MediaClaim } from '@agora/shared/contracts/internal-media'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'

/** The media service, as the forum calls it. */
export interface Media {
  /** False where it is not deployed: then no text has pictures. */
  readonly isDeployed: boolean
  /** Says which pictures a place shows, and learns which of them are there and the author's own. */
  claim(claim: MediaClaim, traceparent: string | null): Promise<ClaimedMedia['media']>
  close(): Promise<void>
}

const TIMEOUT_MS = 5_000

export function createMedia(upstream: Upstream, key: string): Media {
  return {
    isDeployed: !upstream.isEmpty,
    async claim(claim, traceparent) {
      const { media } = await callService(upstream, {
        path: '/internal/media/claims',
        key,
        body: claim,
        answer: ClaimedMedia,
        traceparent,
        timeoutMs: TIMEOUT_MS,
      })
      return media
    },
    close: () => upstream.close(),
  }
}
