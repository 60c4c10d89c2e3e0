import { askedPauseOf } from './asked-pause.ts'
import { IDEMPOTENCY_KEY } from './creation.ts'
import { pause } from './pause.ts'
import type { Send } from './sending.ts'

/** Pauses before a request is sent again, in milliseconds. */
const PAUSES_MS = [200, 1_000, 5_000]

export interface Patience {
  /** Longer pauses that a server asks for are not waited for, in milliseconds. */
  longestPauseMs: number
  /** Whether reads are sent again, or only creations. */
  reads: boolean
}

const isCreation = ({ headers }: Request) => headers.has(IDEMPOTENCY_KEY)
/** A stream is reopened by whoever follows it. */
const isRead = ({ method, headers }: Request) =>
  (method === 'GET' || method === 'HEAD') && headers.get('accept') !== 'text/event-stream'

/** The pause that an answer asks for; undefined if the request is not to be sent again. */
function askedPause(answer: Response, longestMs: number): number | undefined {
  if (answer.status !== 503 && answer.status !== 429) return undefined
  const asked = askedPauseOf(answer)
  return asked <= longestMs ? asked : undefined
}

/**
 * Sends what can be repeated again: a read whose service is unavailable (503) or that was one too many (429), after the
 * time that the server asks for; and a creation with a key also if its connection broke before the answer was complete:
 * whether or not it had created by then, it creates once. Other requests are sent once.
 */
export const repeat =
  (send: Send, { longestPauseMs, reads }: Patience): Send =>
  async (request) => {
    const creates = isCreation(request)
    if (!creates && !(reads && isRead(request))) return send(request)
    // A read has no body, so it can be sent twice as it is.
    const attempt = creates ? () => receive(send, request) : () => send(request)
    for (const pauseMs of PAUSES_MS) {
      try {
        const answer = await attempt()
        const asked = askedPause(answer, longestPauseMs)
        if (asked === undefined) return answer
        await pause(Math.max(pauseMs, asked), request.signal)
      } catch (error) {
        if (request.signal.aborted || !creates) throw error
        await pause(pauseMs, request.signal)
      }
    }
    return attempt()
  }

/** With its whole body. */
async function receive(send: Send, request: Request): Promise<Response> {
  const answer = await send(request.clone())
  const body = await answer.arrayBuffer()
  // Also holds the request until then, without which its clone would not follow the signal.
  request.signal.throwIfAborted()
  return new Response(body, answer)
}
