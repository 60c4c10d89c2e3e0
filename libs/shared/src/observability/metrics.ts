import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Server } from '../http/types.ts'
import { version } from './version.ts'

/** One registry a process; default metrics (event loop, heap, CPU) included. */
export function createRegistry(service: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  measureEventLoop(registry)
  tellVersion(registry)
  return registry
}

function tellVersion(registry: Registry): void {
  const info = new Gauge({
    name: 'agora_build_info',
    help: 'Always 1; the label tells the version.',
    labelNames: ['version'] as const,
    registers: [registry],
  })
  info.set({ version }, 1)
}

/** The share of time in which the event loop was busy since the last scrape: a process's real utilisation. */
function measureEventLoop(registry: Registry): void {
  let last = performance.eventLoopUtilization()
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of time in which the event loop was busy since the last scrape, 0 to 1.',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  })
}

/** Rate, errors and duration by route template. */
export function observeRequests(app: Server, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request’s arrival to its answer. expected="true": a status that the contract prescribes for a refusal.',
    labelNames: ['method', 'route', 'status', 'expected'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    if (!route.startsWith('/health') && route !== '/metrics') {
      const labels = {
        method: request.method,
        route,
        status: reply.statusCode,
        expected: String(request.expectedFailure),
      }
      duration.observe(labels, reply.elapsedTime / 1000)
    }
    done()
  })
}

/** `/metrics`, for Prometheus to scrape. */
export function mountMetrics(app: Server, registry: Registry): void {
  app.get('/metrics', { logLevel: 'silent' }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
