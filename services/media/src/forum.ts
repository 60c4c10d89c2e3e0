import { partsOf } from '@agora/shared/collections/parts'
import {
  MAX_POSTS,
  ModeratesPicture,
  PictureClaims,
  type PictureModeration,
  type PictureRemoval,
  PictureRemoved,
} from '@agora/shared/contracts/internal-media'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'

/** The forum, as this service calls it. Where it is not deployed, no post shows a picture. */
export interface Forum {
  /** Whether a member moderates a section of one of these posts. */
  moderates(user: string, posts: readonly string[], traceparent: string): Promise<boolean>
  /** Whether posts still wait for their pictures to be claimed: nothing is known then of what none shows. */
  isBehind(): Promise<boolean>
  /** Puts the picture's alternative text where it stood in these posts. */
  removePicture(media: string, posts: readonly string[]): Promise<void>
  close(): Promise<void>
}

const TIMEOUT_MS = 5_000

export function createForum(upstream: Upstream, key: string): Forum {
  const call = { key, timeoutMs: TIMEOUT_MS }
  const portions = (posts: readonly string[]) => partsOf(upstream.isEmpty ? [] : posts, { count: MAX_POSTS })
  return {
    async moderates(user, posts, traceparent) {
      for (const some of portions(posts)) {
        const body: PictureModeration = { user, posts: some }
        const path = '/internal/pictures/moderation'
        const { moderates } = await callService(upstream, {
          ...call,
          path,
          body,
          traceparent,
          answer: ModeratesPicture,
        })
        if (moderates) return true
      }
      return false
    },

    async isBehind() {
      if (upstream.isEmpty) return false
      const path = '/internal/pictures/claims'
      const asked = { ...call, path, traceparent: null, answer: PictureClaims }
      return (await callService(upstream, asked)).is_behind
    },

    async removePicture(media, posts) {
      for (const some of portions(posts)) {
        const body: PictureRemoval = { media, posts: some }
        const path = '/internal/pictures/removals'
        await callService(upstream, { ...call, path, body, traceparent: null, answer: PictureRemoved })
      }
    },

    close: () => upstream.close(),
  }
}
