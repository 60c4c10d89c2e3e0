import Fastify from 'fastify'
import type { Registry } from 'prom-client'
import { healthPaths } from '../http/health.ts'
import type { Server } from '../http/types.ts'
import { mountMetrics } from './metrics.ts'

/**
 * Serves `/metrics`, and the health of `app`, on a port that is not the world's: there is room for a probe however many
 * connections the world has. Returns the close function.
 */
export async function startOperatorsServer(options: {
  host: string
  port: number
  registry: Registry
  app: Server
  /** What else is there. */
  mount?: (own: Server) => void
}): Promise<() => Promise<void>> {
  const { host, port, registry, app, mount } = options
  const own: Server = Fastify({ forceCloseConnections: true })
  mountMetrics(own, registry)
  for (const url of healthPaths)
    own.get(url, { logLevel: 'silent' }, async (_request, reply) => {
      const { statusCode, headers, payload } = await app.inject(url)
      return reply.code(statusCode).type(String(headers['content-type'])).send(payload)
    })
  mount?.(own)
  await own.listen({ host, port })
  return () => own.close()
}
