import type { Static, TSchema } from 'typebox'
import { ajv } from '../http/validation.ts'
import { withDeadline } from '../lifecycle/deadline.ts'
import { readText } from './read-text.ts'
import type { Upstream } from './upstream.ts'

export interface ServiceCall<Answer extends TSchema> {
  /** With the query. */
  path: string
  /** The asking service's own; none where the route is for anybody. */
  key?: string
  headers?: Record<string, string>
  /** Posted as JSON; a question without one is a GET. */
  body?: object | undefined
  /** What a 200 carries. */
  answer: Answer
  /** The step that asks, or null outside of any. */
  traceparent: string | null
  /** From the question to the end of the answer, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** In characters. */
const SHOWN_LENGTH = 500

/** A service answered, and not with 200. */
export class RefusedCallError extends Error {
  override name = 'RefusedCallError'

  readonly status: number
  /** The beginning of the answer, for the log. */
  readonly text: string

  constructor(path: string, status: number, text: string) {
    super(`${path} answered ${status}`)
    this.status = status
    this.text = text.slice(0, SHOWN_LENGTH)
  }

  /** Whether the response is this error: a bare 404 can also mean that the service does not know the caller. */
  is(status: number, error: string): boolean {
    return this.status === status && this.text === JSON.stringify({ error })
  }
}

/**
 * Asks another service, at whichever of its endpoints.
 *
 * @throws RefusedCallError where it answers anything but 200.
 * @throws Error where no answer of that form comes in time.
 */
export async function callService<Answer extends TSchema>(
  upstream: Upstream,
  call: ServiceCall<Answer>,
): Promise<Static<Answer>> {
  const { path, key, headers, body, answer, traceparent, timeoutMs, signal } = call
  const stop = withDeadline(timeoutMs, signal)
  const response = await upstream.send({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(traceparent === null ? {} : { traceparent }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    answerMs: timeoutMs,
    signal,
  })
  const text = await readText(response.body, stop)
  if (response.statusCode !== 200) throw new RefusedCallError(path, response.statusCode, text)
  const value: unknown = JSON.parse(text)
  if (!ajv.validate<Static<Answer>>(answer, value)) throw new Error(`${path} answered something else`)
  return value
}
