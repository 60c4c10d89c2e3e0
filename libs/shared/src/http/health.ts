import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { ApiError } from '../errors/catalogue.ts'
import type { Server } from './types.ts'

/** Where a process tells how it is doing. */
const health = { live: '/health/live', ready: '/health/ready' } as const
export const healthPaths: readonly string[] = Object.values(health)

/** Whether a request asks for that. With another method, or a path that only begins alike, it is one like all others. */
export const asksForHealth = ({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && healthPaths.includes(url.split('?', 1)[0] as string)

/** Resolves when the dependency answers, rejects otherwise. Must be quick. Gets the headers of the request that asks. */
export type ReadinessCheck = (headers: IncomingHttpHeaders) => Promise<unknown>

/**
 * `/health/live` touches no dependency; `/health/ready` asks each one, and answers with the headers of the errors that it
 * finds. Both are outside the API document.
 */
export function mountHealth(
  app: Server,
  checks: Record<string, ReadinessCheck>,
  isClosing: () => boolean,
  details: () => Record<string, unknown> = () => ({}),
): void {
  app.get(health.live, { logLevel: 'silent' }, async () => ({ status: 'live' }))
  app.get(health.ready, { logLevel: 'silent' }, async ({ headers }, reply) => {
    const names = Object.keys(checks)
    const results = await Promise.allSettled(names.map((name) => checks[name]?.(headers)))
    const failing = names.filter((_, index) => results[index]?.status === 'rejected')
    const closing = isClosing()
    const ready = failing.length === 0 && !closing
    for (const result of results)
      if (result.status === 'rejected' && result.reason instanceof ApiError)
        reply.headers(result.reason.headers)
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : closing ? 'closing' : 'not ready', failing, ...details() })
  })
}
