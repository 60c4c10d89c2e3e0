import { NOTHING_TO_SEND } from '@agora/shared/contracts/internal-mail'
import { callService, RefusedCallError } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'
import type { Static, TSchema } from 'typebox'

/** Another service gave no usable answer. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/**
 * Asks another service about a mail that is being written. Undefined: there is nothing to send any more.
 *
 * @throws NoAnswerError
 */
export type Ask<Answer> = (
  id: string,
  traceparent: string | null,
  signal: AbortSignal,
) => Promise<Answer | undefined>

const TIMEOUT_MS = 5_000

export function asking<Answer extends TSchema>(
  upstream: Upstream,
  key: string,
  path: string,
  bodyOf: (id: string) => object,
  answer: Answer,
): Ask<Static<Answer>> {
  return async (id, traceparent, signal) => {
    const body = bodyOf(id)
    try {
      return await callService(upstream, {
        path,
        key,
        body,
        answer,
        traceparent,
        timeoutMs: TIMEOUT_MS,
        signal,
      })
    } catch (cause) {
      if (cause instanceof RefusedCallError && cause.is(404, NOTHING_TO_SEND)) return undefined
      throw new NoAnswerError(`${path} gave no usable answer`, { cause })
    }
  }
}
