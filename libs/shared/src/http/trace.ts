import type { IncomingMessage } from 'node:http'
import { keepsSpans, now, recordSpan } from '../observability/spans.ts'
import { startTrace, type Trace } from '../observability/trace.ts'
import type { Server } from './types.ts'

const kTrace = Symbol('trace')
type TracedMessage = IncomingMessage & { [kTrace]?: Trace }

/** The request's step: of the caller's trace where the caller sent one, else of a new one. */
export const traceOf = (raw: TracedMessage): Trace => {
  raw[kTrace] ??= startTrace(raw.headers.traceparent)
  return raw[kTrace]
}

/** Tells each request's step of a trace, whose span has the route's name. */
export function mountTracing(app: Server): void {
  app.decorateRequest('trace', {
    getter() {
      return traceOf(this.raw)
    },
  })
  app.addHook('onResponse', (request, { elapsedTime, statusCode: status }, done) => {
    if (!keepsSpans() || !request.routeOptions.config.access) return done()
    const route = request.routeOptions.url ?? 'unmatched'
    recordSpan({
      trace: request.trace,
      kind: 'server',
      name: `${request.method} ${route}`,
      startedAt: now() - elapsedTime,
      failed: status >= 500 && !request.expectedFailure,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': status,
        'agora.request_id': request.id,
      },
    })
    done()
  })
}
