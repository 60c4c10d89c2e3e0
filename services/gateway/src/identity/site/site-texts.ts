import { SiteTexts } from '@agora/shared/contracts/internal-texts'
import { callService } from '@agora/shared/upstream/call-service'
import type { Context } from '../context.ts'

const TIMEOUT_MS = 2_000

/** Which texts the site has, of which versions: the forum keeps them. @throws an error while it is away */
export async function readSiteTexts({ services, env }: Context, traceparent: string): Promise<SiteTexts> {
  const { upstream } = services.forum
  if (upstream.isEmpty) return { texts: [] }
  return callService(upstream, {
    path: '/internal/texts',
    key: env.SERVICE_KEY,
    answer: SiteTexts,
    traceparent,
    timeoutMs: TIMEOUT_MS,
  })
}
