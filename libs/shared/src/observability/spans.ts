import { asStep } from './current-step.ts'
import { startTrace, type Trace, traceparentOf } from './trace.ts'

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer'
export type Attributes = Record<string, string | number | boolean>

/** A step of a trace that is over. Times in milliseconds since 1970. */
export interface Span {
  readonly trace: Trace
  readonly kind: SpanKind
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  readonly failed: boolean
}

let sink: ((span: Span) => void) | undefined

/** Where spans go from now on; while they go nowhere none is made. */
export function keepSpans(to: ((span: Span) => void) | undefined): void {
  sink = to
}

/** Whether spans are exported. */
export const keepsSpans = (): boolean => sink !== undefined

export const now = (): number => performance.timeOrigin + performance.now()

/** Exports a step that ends now. */
export function recordSpan(span: Omit<Span, 'endedAt'>): void {
  sink?.({ ...span, endedAt: now() })
}

/**
 * Runs work as a step of the trace that `traceparent` names. Its span has failed if the work rejects or reports a
 * failure.
 */
export async function runStep<Result>(
  step: { kind: SpanKind; name: string; traceparent: string | null | undefined; attributes: Attributes },
  work: (trace: Trace, fail: () => void) => Promise<Result>,
): Promise<Result> {
  const { traceparent, ...others } = step
  const trace = startTrace(traceparent)
  const startedAt = now()
  let failed = false
  const fail = () => {
    failed = true
  }
  try {
    const working = () => work(trace, fail)
    return await (sink ? asStep(traceparentOf(trace), working) : working())
  } catch (error) {
    fail()
    throw error
  } finally {
    recordSpan({ ...others, trace, startedAt, failed })
  }
}

/** Work handed to another process, which continues the trace. */
export interface Handover {
  /** To be sent along; null where there is no trace. */
  readonly traceparent: string | null
  end(failed: boolean, attributes?: Attributes): void
}

/** A step of its own within the step `traceparent` names, while spans are kept; else that step itself. */
export function startHandover(
  kind: 'client' | 'producer',
  name: string,
  traceparent: string | null,
  attributes: Attributes,
): Handover {
  if (!sink || traceparent === null) return { traceparent, end: () => {} }
  const trace = startTrace(traceparent)
  const startedAt = now()
  return {
    traceparent: traceparentOf(trace),
    end: (failed, more) =>
      recordSpan({ kind, name, trace, startedAt, failed, attributes: { ...attributes, ...more } }),
  }
}

/** A call to another service: the header to send, and a callback for its response. */
export interface Call {
  readonly headers: { traceparent?: string }
  /** `status` is left out where there was no answer. */
  end(status?: number): void
}

/** In the words of OpenTelemetry's conventions. */
function serverOf(origin: string): Attributes {
  const { hostname, port, protocol } = new URL(origin)
  return {
    'server.address': hostname.replace(/^\[(.*)\]$/, '$1'),
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
}

/** A call within the step that `traceparent` names; outside of any trace where it is null. */
export function startCall(traceparent: string | null, method: string, origin: string, path: string): Call {
  const handover = startHandover('client', method, traceparent, {
    'http.request.method': method,
    ...serverOf(origin),
    'url.path': path.split('?', 1)[0] ?? path,
  })
  return {
    headers: handover.traceparent === null ? {} : { traceparent: handover.traceparent },
    end: (status) =>
      handover.end(
        status === undefined || status >= 500,
        status === undefined ? {} : { 'http.response.status_code': status },
      ),
  }
}
