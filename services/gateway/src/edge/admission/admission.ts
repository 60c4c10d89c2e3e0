import type { IncomingMessage, ServerResponse } from 'node:http'
import { LinkedQueue, type QueueNode } from '@agora/shared/collections/linked-queue'
import type { ErrorDefinition } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { writeError } from '@agora/shared/errors/problem'
import { hasBody } from '@agora/shared/http/bodies'
import { EVERYWHERE } from '@agora/shared/http/header-policy'
import { asksForHealth } from '@agora/shared/http/health'
import type { Handler } from '@agora/shared/http/listener'
import { requestId } from '@agora/shared/http/request-id'
import { counter } from '@agora/shared/observability/instruments'
import type { Counter, Registry } from 'prom-client'
import { whenOver } from '../connections/over.ts'
import { Shares } from '../connections/shares.ts'
import type { AdmittedResponse } from './admitted-response.ts'
import { createLoopRounds } from './loop-rounds.ts'
import type { Permits } from './permits.ts'

const RETRY_AFTER_S = '1'

/** The limit on concurrent requests, and the response to those beyond it. */
export interface AdmissionOptions {
  /** The permits of which a request to this path needs one. */
  readonly permitsOf: (path: string) => Permits
  /** Whether a request gets its answer from the cache, and needs a permit only if that has gone meanwhile. */
  readonly isCached: (request: IncomingMessage) => boolean
  /** Whether any request is in progress. */
  readonly areOthersServed: () => boolean
  /** The limit of one caller, for those of whom a proxy brings many in one connection; none where it is absent. */
  readonly perCaller?: { limit: number; keyOf: (request: IncomingMessage) => string | undefined }
  readonly refusal: (path: string) => ErrorDefinition
  /** Additional headers of a refusal, as on other responses. */
  readonly headers?: (request: IncomingMessage) => Record<string, string>
}

/** How many requests may wait for their bodies at once. */
const MAX_ARRIVING = 1_000

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  definition: ErrorDefinition,
  headers: AdmissionOptions['headers'],
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

/**
 * Refuses requests while all permits are taken, so that a rush does not slow down those in progress. A request is in
 * progress while it is being worked on. That excludes a body still arriving and a response that the caller does not
 * read, so nobody exhausts the permits by being slow; it includes work for a caller who has left, so nobody gains by
 * leaving. Among arriving bodies the oldest is ended for a new one. Refusing happens before the framework and writes no
 * log line: in a rush it is what the process does most.
 */
export class Admission {
  readonly #options: AdmissionOptions
  /** Ends arriving bodies to make room for a new one, the oldest first. */
  readonly #arriving = new LinkedQueue<() => void>()
  readonly #shares = new Shares()
  readonly #inRounds: (task: () => void) => void
  readonly #refused: Counter<'reason'>

  constructor(options: AdmissionOptions, registry: Registry) {
    this.#options = options
    this.#inRounds = createLoopRounds(options.areOthersServed)
    this.#refused = counter(
      registry,
      'http_requests_refused_total',
      'Requests refused because as many as there may be were in progress: busy, of all or of one service; share, of one caller.',
      { reason: ['busy', 'share'] },
    )
  }

  /** Hands a request on, or refuses it. */
  admit(request: IncomingMessage, response: AdmittedResponse, handle: Handler): void {
    const { permitsOf, isCached, refusal, headers } = this.#options
    // How a process is doing is asked most when it is busiest.
    if (asksForHealth(request)) {
      handle(request, response)
      return
    }
    if (this.#isOneTooManyOfItsCaller(request, response)) {
      this.#refused.inc({ reason: 'share' })
      refuse(request, response, common.tooManyRequests, headers)
      return
    }
    const path = request.url ?? '/'
    const permits = permitsOf(path)
    // To send what is cached takes no longer than to refuse it.
    if (isCached(request)) {
      this.#inRounds(() => {
        if (request.socket.destroyed) return
        this.#follow(request, response, permits, true)
        handle(request, response)
      })
      return
    }
    if (permits.areExhausted) {
      this.#refused.inc({ reason: 'busy' })
      refuse(request, response, refusal(path), headers)
      return
    }
    this.#follow(request, response, permits, false)
    handle(request, response)
  }

  #isOneTooManyOfItsCaller(request: IncomingMessage, response: ServerResponse): boolean {
    const { perCaller } = this.#options
    const key = perCaller?.keyOf(request)
    if (!perCaller || key === undefined) return false
    if (!this.#shares.enter(key, perCaller.limit)) return true
    whenOver(request, response, () => this.#shares.leave(key))
    return false
  }

  /** The request has its permit, from now on or from when its body has arrived, until it is over. */
  #follow(request: IncomingMessage, response: AdmittedResponse, permits: Permits, isWaiting: boolean): void {
    let isOver = false
    let isInProgress = false
    let arrival: QueueNode<() => void> | undefined
    const begin = () => {
      if (isOver) return
      isInProgress = true
      permits.acquire()
    }
    const over = () => {
      if (isOver) return
      isOver = true
      if (isInProgress) response.whenAtRest(() => permits.release())
      else if (arrival) this.#arriving.remove(arrival)
    }
    whenOver(request, response, over)
    response.onHandedOver(over)
    response.setPermit({
      release: () => {
        if (isOver || !isInProgress) return
        isInProgress = false
        permits.release()
      },
      acquire: () => {
        if (isInProgress) return true
        if (permits.areExhausted) return false
        begin()
        return true
      },
    })
    if (hasBody(request)) arrival = this.#expectBody(request, begin)
    else if (!isWaiting) begin()
  }

  #expectBody(request: IncomingMessage, begin: () => void): QueueNode<() => void> {
    const own = this.#arriving.add(() => request.socket.destroy())
    const longest = this.#arriving.first
    if (longest && this.#arriving.length > MAX_ARRIVING) {
      this.#arriving.remove(longest)
      longest.value()
    }
    request.once('end', () => {
      if (this.#arriving.remove(own)) begin()
    })
    return own
  }
}
