import { randomFromStock } from '../contracts/ids.ts'

/** One step of a trace, as W3C Trace Context names it; ids are lowercase hexadecimal. */
export interface Trace {
  readonly traceId: string
  readonly spanId: string
  readonly flags: string
  /** The step that set this one off; undefined where the trace begins. */
  readonly parentId?: string
}

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const zeros = /^0+$/

const randomHex = (bytes: number) => randomFromStock(bytes).toString('hex')

/** A step of the trace that `traceparent` names; of a new one where it names none. */
export function startTrace(traceparent: unknown): Trace {
  const spanId = randomHex(8)
  if (typeof traceparent !== 'string') return newTrace(spanId)
  const [, traceId, parentId, flags] = traceparentForm.exec(traceparent) ?? []
  if (traceId === undefined || parentId === undefined || flags === undefined) return newTrace(spanId)
  if (zeros.test(traceId) || zeros.test(parentId)) return newTrace(spanId)
  return { traceId, spanId, flags, parentId }
}

/** The trace that `traceparent` belongs to, for log lines; undefined where it names none. */
export const traceIdOf = (traceparent: string | null): string | undefined =>
  traceparentForm.exec(traceparent ?? '')?.[1]

const newTrace = (spanId: string): Trace => ({
  traceId: randomHex(16),
  spanId,
  flags: '01',
})

/** Identifies this step to those who continue the trace. */
export const traceparentOf = ({ traceId, spanId, flags }: Trace): string => `00-${traceId}-${spanId}-${flags}`
