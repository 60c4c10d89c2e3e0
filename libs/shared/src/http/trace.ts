import type { IncomingMessage } from 'node:http'
import { asStep } from '../observability/current-step.ts'
import { keepsSpans, now, recordSpan } from '../observability/spans.ts'
import { startTrace, type Trace, traceparentOf } from '../observability/trace.ts'
import type { Observe } from './answered.ts'
import type { Server } from './types.ts'

const kTrace = Symbol('trace')
type TracedMessage = IncomingMessage & { [kTrace]?: Trace }

/** The request's step: of the caller's trace where the caller sent one, else of a new one. */
export const traceOf = (raw: TracedMessage): Trace => {
  raw[kTrace] ??= startTrace(raw.headers.traceparent)
  return raw[kTrace]
}

export function mountTracing(app: Server): void {
  app.decorateRequest('trace', {
    getter() {
      return traceOf(this.raw)
    },
  })
  if (!keepsSpans()) return
  // Again when the body has been read, which leaves it.
  app.addHook('onRequest', (request, _reply, done) => asStep(traceparentOf(request.trace), done))
  app.addHook('preHandler', (request, _reply, done) => asStep(traceparentOf(request.trace), done))
}

/** Each request's step of a trace, whose span has the route's name. */
export const recordServerSpan: Observe = ({ id, method, route, status, isExpectedFailure, ms, trace }) => {
  if (!keepsSpans() || route === undefined) return
  recordSpan({
    trace,
    kind: 'server',
    name: `${method} ${route}`,
    startedAt: now() - ms,
    failed: status >= 500 && !isExpectedFailure,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'agora.request_id': id,
    },
  })
}
