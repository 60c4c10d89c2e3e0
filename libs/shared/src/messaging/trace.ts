import { context, propagation } from '@opentelemetry/api'

/** The W3C `traceparent` of what runs now, or null. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Runs work as a continuation of the trace that `traceparent` names. */
export function continueTrace<Result>(traceparent: string | undefined, work: () => Result): Result {
  if (traceparent === undefined) return work()
  return context.with(propagation.extract(context.active(), { traceparent }), work)
}
