import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observe } from '../http/answered.ts'
import type { Server } from '../http/types.ts'
import { version } from './version.ts'

/** One registry a process; default metrics (event loop, heap, CPU) included. */
export function createRegistry(service: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  measureEventLoop(registry)
  exposeVersion(registry)
  return registry
}

function exposeVersion(registry: Registry): void {
  const info = new Gauge({
    name: 'agora_build_info',
    help: 'Always 1; the label is the version.',
    labelNames: ['version'] as const,
    registers: [registry],
  })
  info.set({ version }, 1)
}

/** In milliseconds. Over less than this one would mostly measure the scrape itself. */
const LEAST_WINDOW_MS = 5_000

/**
 * The share of recent time in which the event loop was busy: a process's real utilisation. It covers at least some
 * seconds, back to an earlier scrape by anyone: Prometheus and the operations pages of several gateways scrape
 * independently.
 */
function measureEventLoop(registry: Registry): void {
  const mark = () => ({ at: performance.now(), utilization: performance.eventLoopUtilization() })
  let marks = [mark()]
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of time in which the event loop was busy, over the last five seconds or longer, 0 to 1.',
    registers: [registry],
    collect() {
      const now = mark()
      const newestOld = marks.findLastIndex(({ at }) => at <= now.at - LEAST_WINDOW_MS)
      marks = [...marks.slice(Math.max(0, newestOld)), now]
      const [from = now] = marks
      this.set(performance.eventLoopUtilization(now.utilization, from.utilization).utilization)
    },
  })
}

/** Rate, errors and duration by route template. */
export function requestDurations(registry: Registry): Observe {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request’s arrival to its answer. expected="true": a status that the contract prescribes for a refusal.',
    labelNames: ['method', 'route', 'status', 'expected'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return ({ method, route = 'unmatched', status, isExpectedFailure, ms }) =>
    duration.observe({ method, route, status, expected: String(isExpectedFailure) }, ms / 1000)
}

/** `/metrics`, for Prometheus to scrape. */
export function mountMetrics(app: Server, registry: Registry): void {
  app.get('/metrics', { logLevel: 'silent' }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
