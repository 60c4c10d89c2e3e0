import type { ErrorDefinition } from './catalogue.ts'

/** How an error is written: its body, and the body's type. */
export interface WrittenError {
  readonly type: string
  readonly body: Readonly<Record<string, unknown>>
}

const NAMED = /(?:^|,)\s*application\/problem\+json\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i

/** Whether a caller asks for problem details (RFC 9457) by their name: whoever takes anything gets what was always sent. */
function asksForProblem(accept: string | undefined): boolean {
  const named = accept === undefined ? null : NAMED.exec(accept)
  return named !== null && Number(named[1] ?? 1) > 0
}

/** Stable, as the error's name in the catalogue is; the API document has its examples under these names. */
const problemType = (code: string): string => `urn:agora:error:${code}`

/** `message` is the definition's own, or names the field at fault. `accept` is the caller's header. */
export function writeError(
  { code, status, message: title }: ErrorDefinition,
  message: string,
  accept: string | undefined,
): WrittenError {
  if (!asksForProblem(accept)) return { type: 'application/json; charset=utf-8', body: { error: message } }
  const told = message === title ? {} : { detail: message }
  return {
    type: 'application/problem+json',
    body: { type: problemType(code), title, status, ...told, error: message },
  }
}
