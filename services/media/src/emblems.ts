import { EmblemRemoved, ShownEmblems } from '@agora/shared/contracts/internal-media'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'

/** The emblems that other services store: the forum those of sections, the gateway the site’s. */
export interface Emblems {
  /** The ids of their pictures. */
  shown(): Promise<string[]>
  /** Tells those services that a picture is deleted. */
  remove(media: string): Promise<void>
}

const TIMEOUT_MS = 5_000

export function createEmblems(holders: readonly Upstream[], key: string): Emblems {
  const call = { key, timeoutMs: TIMEOUT_MS, traceparent: null }
  const path = '/internal/emblems'
  const there = holders.filter(({ isEmpty }) => !isEmpty)
  return {
    async shown() {
      const answers = await Promise.all(
        there.map((one) => callService(one, { ...call, path, answer: ShownEmblems })),
      )
      return answers.flatMap(({ media }) => media)
    },

    async remove(media) {
      const removal = { ...call, path: `${path}/removals`, body: { media } }
      for (const one of there) await callService(one, { ...removal, answer: EmblemRemoved })
    },
  }
}
