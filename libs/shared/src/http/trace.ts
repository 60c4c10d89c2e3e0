import type { IncomingMessage } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
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

/** Runs each request in its trace, so that events and calls to others carry it on. */
export function mountTracing(app: Server): void {
  const enter = (request: { raw: IncomingMessage }, _reply: unknown, done: () => void) => {
    const trace = traces.get(request.raw)
    if (trace) runInTrace(trace, done)
    else done()
  }
  app.addHook('onRequest', enter)
  // A body arrives in the context of its connection.
  app.addHook('preValidation', enter)
}
