import Fastify from 'fastify'
import type { Registry } from 'prom-client'
import type { Server } from '../http/types.ts'
import { mountMetrics } from './metrics.ts'

/** Serves `/metrics` alone, on a port that is not the world's. Answers the close function. */
export async function startMetricsServer(options: {
  host: string
  port: number
  registry: Registry
}): Promise<() => Promise<void>> {
  const { host, port, registry } = options
  const app: Server = Fastify({ forceCloseConnections: true })
  mountMetrics(app, registry)
  await app.listen({ host, port })
  return () => app.close()
}
