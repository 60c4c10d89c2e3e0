import type { IncomingMessage } from 'node:http'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { now, recordSpan } from '../observability/spans.ts'
import { runInTrace, startTrace, type Trace } from '../observability/trace.ts'
import type { Server } from './types.ts'

const traces = new WeakMap<IncomingMessage, Trace>()

/** A request's log lines name its trace, which is the caller's where the caller sent one. */
export const tracedLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  raw,
) => {
  const trace = startTrace(raw.headers.traceparent)
  traces.set(raw, trace)
  return logger.child({ ...bindings, trace_id: trace.traceId }, options)
}

/** Runs each request in its trace, so that events and calls to others carry it on; its span has the route's name. */
export function mountTracing(app: Server): void {
  const enter = (request: { raw: IncomingMessage }, _reply: unknown, done: () => void) => {
    const trace = traces.get(request.raw)
    if (trace) runInTrace(trace, done)
    else done()
  }
  app.addHook('onRequest', enter)
  // A body arrives in the context of its connection.
  app.addHook('preValidation', enter)
  app.addHook('onResponse', (request, { elapsedTime, statusCode }, done) => {
    const trace = traces.get(request.raw)
    if (trace && request.routeOptions.config.access) record(trace, request, elapsedTime, statusCode)
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
