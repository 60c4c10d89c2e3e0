import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Counter, type Registry } from 'prom-client'
import { Line, type Place } from '../collections/line.ts'
import type { ErrorDefinition } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { writeError } from '../errors/problem.ts'
import type { CountedResponse } from './counted-response.ts'
import { EVERYWHERE } from './header-policy.ts'
import { asksForHealth } from './health.ts'
import { whenOver } from './over.ts'
import type { Places } from './places.ts'
import type { AnswerReady } from './ready-answers.ts'
import { requestId } from './request-id.ts'

const RETRY_AFTER_S = '1'

/** The limit on concurrent requests, and the response to those beyond it. */
export interface Bound {
  /** The places that a path's requests may take. */
  readonly placesOf: (path: string) => Places
  /** Of one caller, for those of whom a proxy brings many in one connection; no such bound where it is absent. */
  readonly perCaller?: { limit: number; keyOf: (request: IncomingMessage) => string | undefined }
  readonly refusal: (path: string) => ErrorDefinition
  /** Additional headers of a refusal, as on other responses. */
  readonly headers?: (request: IncomingMessage) => Record<string, string>
}

export type Handler = RequestListener<typeof IncomingMessage, typeof CountedResponse>

/** How many requests may wait for their bodies at once. */
const MOST_ARRIVING = 1_000

const BODILESS = new Set(['GET', 'HEAD'])

/** Whether a body is read: never for GET and HEAD, whatever they send. */
export const hasBody = ({ method = 'GET', headers }: IncomingMessage) =>
  !BODILESS.has(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  definition: ErrorDefinition,
  headers: Bound['headers'],
): void {
  const { type, body: written } = writeError(definition, definition.message, request.headers.accept)
  const body = JSON.stringify(written)
  response.writeHead(definition.status, {
    ...EVERYWHERE,
    'cache-control': 'no-store',
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'retry-after': RETRY_AFTER_S,
    'x-request-id': requestId(request),
    ...headers?.(request),
  })
  response.end(body)
}

/** Counts each caller's requests; returns whether one more is allowed, which must then be ended with `left`. */
class Shares {
  readonly #number = new Map<string, number>()

  enter(key: string, limit: number): boolean {
    const number = this.#number.get(key) ?? 0
    if (number >= limit) return false
    this.#number.set(key, number + 1)
    return true
  }

  leave(key: string): void {
    const left = (this.#number.get(key) ?? 1) - 1
    if (left === 0) this.#number.delete(key)
    else this.#number.set(key, left)
  }
}

/**
 * Refuses requests while all places are taken, so that a rush does not slow down those in progress. A request is in
 * progress while it is being worked on. That excludes a body still arriving and a response that the caller does not
 * read, so nobody fills the places by being slow; it includes work for a caller who has left, so nobody gains by
 * leaving. Among arriving bodies the oldest is ended for a new one. Refusing happens before the framework and writes no
 * log line: in a rush it is what the process does most.
 */
export function boundRequests(bound: Bound, registry: Registry, answerReady: AnswerReady) {
  const { placesOf, perCaller, refusal, headers } = bound
  /** Ends arriving bodies to make room for a new one, the oldest first. */
  const arriving = new Line<() => void>()
  const shares = new Shares()
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused because as many as there may be were in progress: busy, of all or of one service; share, of one caller.',
    labelNames: ['reason'] as const,
    registers: [registry],
  })
  for (const reason of ['busy', 'share'] as const) refused.inc({ reason }, 0)

  const isOneTooManyOf = (request: IncomingMessage, response: ServerResponse): boolean => {
    const key = perCaller?.keyOf(request)
    if (!perCaller || key === undefined) return false
    if (!shares.enter(key, perCaller.limit)) return true
    whenOver(request, response, () => shares.leave(key))
    return false
  }

  const makeRoom = () => {
    const longest = arriving.first
    if (!longest) return
    arriving.remove(longest)
    longest.value()
  }

  /** Takes a place for the request, now or when its body has arrived, until it is over. */
  const place = (request: IncomingMessage, response: CountedResponse, places: Places): void => {
    let isOver = false
    let isInProgress = false
    let arrival: Place<() => void> | undefined
    const begin = () => {
      if (isOver) return
      isInProgress = true
      places.take()
    }
    const over = () => {
      if (isOver) return
      isOver = true
      if (isInProgress) response.whenAtRest(() => places.leave())
      else if (arrival) arriving.remove(arrival)
    }
    whenOver(request, response, over)
    response.onGiven(over)
    response.takesTurn({
      leave: () => {
        if (isOver || !isInProgress) return
        isInProgress = false
        places.leave()
      },
      enter: () => {
        if (isInProgress) return true
        if (places.areFull) return false
        begin()
        return true
      },
    })
    if (!hasBody(request)) {
      begin()
      return
    }
    const own = arriving.add(() => request.socket.destroy())
    arrival = own
    if (arriving.length > MOST_ARRIVING) makeRoom()
    request.once('end', () => {
      if (arriving.remove(own)) begin()
    })
  }

  return (handle: Handler): Handler =>
    (request, response) => {
      // How a process is doing is asked most when it is busiest.
      if (asksForHealth(request)) return handle(request, response)
      if (isOneTooManyOf(request, response)) {
        refused.inc({ reason: 'share' })
        return refuse(request, response, common.tooManyRequests, headers)
      }
      // To send an answer takes no longer than to refuse it.
      answerReady(request, response, () => {
        const path = request.url ?? '/'
        const places = placesOf(path)
        if (places.areFull) {
          refused.inc({ reason: 'busy' })
          return refuse(request, response, refusal(path), headers)
        }
        place(request, response, places)
        handle(request, response)
      })
    }
}
