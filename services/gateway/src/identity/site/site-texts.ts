import { SiteTexts } from '@agora/shared/contracts/internal-texts'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'
import type { Env } from '../../config.ts'

/** Which texts the site has, of which versions: the forum keeps them. @throws an error while it is away */
export type ReadSiteTexts = (traceparent: string) => Promise<SiteTexts>

const TIMEOUT_MS = 2_000

export function createSiteTexts(forum: Upstream, { SERVICE_KEY }: Pick<Env, 'SERVICE_KEY'>): ReadSiteTexts {
  const credential = { authorization: `Bearer ${SERVICE_KEY}` }
  return async (traceparent) => {
    if (forum.isEmpty) return { texts: [] }
    const call = {
      method: 'GET',
      path: '/internal/texts',
      credential,
      answer: SiteTexts,
      traceparent,
    } as const
    return callService(forum, { ...call, timeoutMs: TIMEOUT_MS })
  }
}
