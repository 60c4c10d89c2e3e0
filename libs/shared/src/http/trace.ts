import type { IncomingMessage } from 'node:http'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { now, recordSpan } from '../observability/spans.ts'
import { startTrace, type Trace } from '../observability/trace.ts'
import type { Server } from './types.ts'

const kTrace = Symbol('trace')
type TracedMessage = IncomingMessage & { [kTrace]?: Trace }

/** A step of the caller's trace where the caller sent one, else of a new one. */
const traceOf = (raw: TracedMessage): Trace => (raw[kTrace] ??= startTrace(raw.headers.traceparent))

/** A request's log lines name its trace. */
export const tracedLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  raw,
) => logger.child({ ...bindings, trace_id: traceOf(raw).traceId }, options)

/** Tells each request's step of a trace, whose span has the route's name. */
export function mountTracing(app: Server): void {
  app.decorateRequest('trace', {
    getter() {
      return traceOf(this.raw)
    },
  })
  app.addHook('onResponse', (request, { elapsedTime, statusCode }, done) => {
    if (request.routeOptions.config.access) record(request.trace, request, elapsedTime, statusCode)
    done()
  })
}

function record(trace: Trace, request: FastifyRequest, elapsedMs: number, status: number): void {
  const route = request.routeOptions.url ?? 'unmatched'
  recordSpan({
    trace,
    kind: 'server',
    name: `${request.method} ${route}`,
    startedAt: now() - elapsedMs,
    failed: status >= 500 && !request.expectedFailure,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': status,
      'agora.request_id': request.id,
    },
  })
}
