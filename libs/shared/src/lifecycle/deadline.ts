/**
 * Aborts with a `TimeoutError` after `ms`, or when one of the others does.
 *
 * A timer of its own holds the signal: `AbortSignal.any` holds its sources weakly, so that an `AbortSignal.timeout`
 * among them may be collected before it fires, and the bound with it.
 */
export function withDeadline(ms: number, ...others: (AbortSignal | undefined)[]): AbortSignal {
  const late = new AbortController()
  const give = () => late.abort(new DOMException(`no end within ${ms} ms`, 'TimeoutError'))
  setTimeout(give, ms).unref()
  return AbortSignal.any([late.signal, ...others.filter((other) => other !== undefined)])
}
