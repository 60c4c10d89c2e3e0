import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Observe } from './answered.ts'
import type { CountedResponse } from './counted-response.ts'
import { requestId } from './request-id.ts'
import { isUnambiguous } from './target.ts'
import { traceOf } from './trace.ts'

/** An answer that only has to be sent. */
export interface ReadyAnswer {
  readonly status: number
  /** Names and values in turn, without the request's id. */
  readonly head: string[]
  readonly body: Buffer | undefined
  /** The template of the route that it is of. */
  readonly route: string
  /** The caller's address. */
  readonly address: string
  /** Called if the caller does not take all of it at once. */
  readonly hold: (request: IncomingMessage, response: CountedResponse) => void
}

/** Where such answers are. */
export interface ReadyAnswers {
  /** Under which key an answer to this request could be; undefined if there can be none. */
  keyOf(request: IncomingMessage): string | undefined
  /** A promise if there may be an answer once it settles: it is then looked for once more. */
  find(key: string, request: IncomingMessage): ReadyAnswer | Promise<void> | undefined
  /** Whether there are requests in progress, for which more is to be done. */
  areOthersServed(): boolean
}

/**
 * So many are sent in a round of the event loop. The rest wait for the next one, so that a crowd at a page does not delay
 * those for whom more is to be done: their requests take several rounds.
 */
const MOST_IN_A_ROUND = 32
const MOST_BESIDE_OTHERS = 16

/** Runs a few tasks in each round of the event loop, in order of arrival. */
function inRounds(areOthersServed: () => boolean): (task: () => void) => void {
  const waiting: (() => void)[] = []
  let done = 0
  let isCounting = false
  const most = () => (areOthersServed() ? MOST_BESIDE_OTHERS : MOST_IN_A_ROUND)
  const run = (task: () => void) => {
    if (!isCounting) setImmediate(nextRound)
    isCounting = true
    done += 1
    task()
  }
  const nextRound = () => {
    isCounting = false
    done = 0
    for (const task of waiting.splice(0, most())) run(task)
  }
  return (task) => {
    if (done < most()) run(task)
    else waiting.push(task)
  }
}

export type AnswerReady = (request: IncomingMessage, response: CountedResponse, otherwise: () => void) => void

/**
 * Sends ready answers past the framework, and so past all hooks; whatever has none, comes while the server closes or is
 * malformed is left to `otherwise`.
 */
export function answerReady(
  answers: ReadyAnswers | undefined,
  isClosing: () => boolean,
  observe: Observe,
): AnswerReady {
  if (!answers) return (_request, _response, otherwise) => otherwise()
  const inTurn = inRounds(() => answers.areOthersServed())
  return (request, response, otherwise) => {
    const key = answers.keyOf(request)
    if (key === undefined || isClosing() || !isUnambiguous(request)) return otherwise()
    const startedAt = performance.now()
    const look = (isAgain: boolean): void => {
      if (request.socket.destroyed) return
      const found = answers.find(key, request)
      if (found instanceof Promise && !isAgain) {
        const again = () => inTurn(() => look(true))
        found.then(again, again)
      } else if (!found || found instanceof Promise) otherwise()
      else send(request, response, found, startedAt, observe)
    }
    inTurn(() => look(false))
  }
}

function send(
  request: IncomingMessage,
  response: CountedResponse,
  { status, head, body, route, address, hold }: ReadyAnswer,
  startedAt: number,
  observe: Observe,
): void {
  const { method = 'GET' } = request
  const id = requestId(request)
  response.on('finish', () =>
    observe({
      id,
      method,
      route,
      status,
      isExpectedFailure: false,
      ms: performance.now() - startedAt,
      trace: traceOf(request),
      by: { address },
    }),
  )
  head.push('x-request-id', id)
  response.writeHead(status, head).end(body)
  if (response.writableLength > 0) hold(request, response)
}
