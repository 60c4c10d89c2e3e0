import { currentStep } from './current-step.ts'
import { type Attributes, keepsSpans, startHandover } from './spans.ts'

interface StoreCall {
  /** What is asked for, without a value. */
  name: string
  attributes: Attributes
}

/** Calls a store, as a step of what is under way; without that, or while no spans are kept, it just calls. */
export function callStore<Result>(describe: () => StoreCall, call: () => Promise<Result>): Promise<Result> {
  const traceparent = keepsSpans() ? currentStep() : undefined
  if (traceparent === undefined) return call()
  const { name, attributes } = describe()
  const span = startHandover('client', name, traceparent, attributes)
  const result = call()
  result.then(
    () => span.end(false),
    () => span.end(true),
  )
  return result
}
