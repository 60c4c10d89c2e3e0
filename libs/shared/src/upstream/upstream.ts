import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { LinkedQueue } from '../collections/linked-queue.ts'
import { PRINCIPAL_REFUSED_HEADER } from '../contracts/principal.ts'
import { startCall } from '../observability/spans.ts'
import { type Addresses, followAddresses } from './addresses.ts'
import { type Callback, Endpoint, type ProbeHeaders, UnsentError } from './endpoint.ts'

export type UpstreamRequest = Omit<Dispatcher.RequestOptions, 'signal' | 'body'> & {
  /** Whole, so that it may be sent twice; a stream is sent once, whatever becomes of it. */
  body?: string | Buffer | Readable | null | undefined
  /** Gives up waiting for the answer. */
  signal?: AbortSignal | undefined
  /** Checked before sending: the request is dropped if nobody waits for the response any more. */
  isWanted?: (() => boolean) | undefined
  /** How long the response may take to begin, in milliseconds, retries included. */
  answerMs?: number | undefined
  /** How much of that is over already. */
  waitedMs?: number | undefined
}

export interface UpstreamOptions {
  /** Base addresses; a host that is a name stands for every address that DNS has for it. */
  urls: readonly string[]
  /** The DNS server to ask, as address:port; the system's resolver where it is empty. */
  dnsServer?: string | undefined
  /** How long the answer to a write may take to begin where the request says nothing of it, in milliseconds. */
  answerMs?: number | undefined
  probeHeaders?: ProbeHeaders | undefined
}

/** Longer than a service takes to find out that its database is silent: its own refusal says more. */
const ANSWER_MS = 9_000
const PROBE_INTERVAL_MS = 500
const SWEEP_INTERVAL_MS = 250

/** The connection was never made: whatever was to be sent has not been. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** The connection broke before an answer: the endpoint may or may not have acted. */
const broke = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const safeToRepeat = new Set(['GET', 'HEAD'])

/** What a callback gets along with an error. */
const none = undefined as unknown as Dispatcher.ResponseData

const codeOf = (error: Error): string => (error as { code?: string }).code ?? ''

/** A request that nobody has begun to answer. */
interface Waiting {
  endpoint: Endpoint
  request: Request
  /** Ends the attempt with this error, whatever becomes of it at the endpoint. */
  giveUp: (error: Error) => void
}

interface Request {
  options: UpstreamRequest
  callback: Callback
  /** On the clock of `performance.now()`. */
  endsAt: number
}

/** The endpoint could not tell who calls, and so has done nothing: another one can. */
export class RefusedPrincipalError extends Error {}

/** The endpoint is silent: another one can be tried. */
class SilentEndpointError extends Error {}

/**
 * The endpoints of one service, followed through DNS. Requests are distributed round-robin; a endpoint that is not ready,
 * silent, leaving or unreachable is skipped until it is ready again. A request that certainly had no effect, or is safe
 * to repeat, is retried at the others. No request waits longer than its limit. The interface is the part of undici's
 * Dispatcher that @fastify/reply-from needs.
 */
export class Upstream {
  readonly isEmpty: boolean
  readonly #answerMs: number
  readonly #addresses: Addresses
  readonly #waiting = new LinkedQueue<Waiting>()
  readonly #timers: NodeJS.Timeout[]
  readonly #probeHeaders: ProbeHeaders | undefined
  #endpoints: readonly Endpoint[] = []
  #next = 0

  constructor({ urls, dnsServer, answerMs = ANSWER_MS, probeHeaders }: UpstreamOptions) {
    this.#probeHeaders = probeHeaders
    this.isEmpty = urls.length === 0
    this.#answerMs = answerMs
    this.#addresses = followAddresses({ urls, dnsServer, changed: (origins) => this.#follow(origins) })
    this.#timers = [
      setInterval(() => this.#watch(), PROBE_INTERVAL_MS).unref(),
      setInterval(() => this.#endLate(), SWEEP_INTERVAL_MS).unref(),
    ]
  }

  /** Where the endpoints are, as far as is known. */
  get urls(): readonly string[] {
    return this.#endpoints.map(({ origin }) => origin)
  }

  /** As undici's `request` with a callback, without the origin; in the trace that the header `traceparent` names. */
  request(options: UpstreamRequest, callback: Callback): void {
    const usual = safeToRepeat.has(options.method) ? Math.min(ANSWER_MS, this.#answerMs) : this.#answerMs
    const endsAt = performance.now() + (options.answerMs ?? usual) - (options.waitedMs ?? 0)
    const request = { options, callback, endsAt }
    if (this.#endpoints.length > 0) this.#attempt(request, [])
    else this.#addresses.first.then(() => this.#attempt(request, []))
  }

  /** The same with a promise, for a service's own calls. */
  send(options: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    return new Promise((resolve, reject) => {
      this.request(options, (error, response) => (error ? reject(error) : resolve(response)))
    })
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#addresses.close()
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.destroy()))
  }

  #attempt(request: Request, tried: readonly Endpoint[]): void {
    const { options, callback } = request
    const endpoint = this.#pick(tried)
    if (!endpoint) {
      callback(new Error('no address of the service is known'), none)
      return
    }
    this.#send(endpoint, request, (error, response) => {
      if (!error) {
        if (isLeaving(response)) endpoint.isUp = false
        return callback(null, response)
      }
      const isAway = neverConnected.has(codeOf(error)) || error instanceof RefusedPrincipalError
      if (isAway) endpoint.isUp = false
      const unsent = isAway || error instanceof UnsentError
      const isSafe = safeToRepeat.has(options.method)
      const othersLeft = this.#endpoints.some((other) => other !== endpoint && !tried.includes(other))
      const repeatable = (unsent || isSafe) && !(options.body instanceof Readable)
      const mayHelp = unsent || broke.has(codeOf(error)) || error instanceof SilentEndpointError
      if (othersLeft && repeatable && mayHelp) return this.#attempt(request, [...tried, endpoint])
      // A lone endpoint that closed an idle connection just as it was used: one new connection is worth a try.
      if (!othersLeft && tried.length === 0 && isSafe && broke.has(codeOf(error)))
        return this.#attempt(request, [endpoint])
      callback(error, response)
    })
  }

  /** One attempt; calls back once, within the request's bound. */
  #send(endpoint: Endpoint, request: Request, callback: Callback): void {
    const { signal, isWanted, answerMs, waitedMs: _waited, headers: given, ...options } = request.options
    const { traceparent = null } = (given ?? {}) as Record<string, string | null>
    const call = startCall(traceparent, options.method, endpoint.origin, options.path)
    const cancel = new EventEmitter()
    let isOver = false
    const settle: Callback = (error, response) => {
      if (isOver) {
        if (!error) response.body.on('error', () => {}).destroy()
        return
      }
      isOver = true
      this.#waiting.remove(waiting)
      signal?.removeEventListener('abort', abort)
      call.end(response?.statusCode)
      const refused = error ? undefined : response.headers[PRINCIPAL_REFUSED_HEADER]
      if (refused === undefined) return callback(error, response)
      response.body.on('error', () => {}).destroy()
      callback(new RefusedPrincipalError(`the service refused the principal: ${refused}`), none)
    }
    const giveUp = (error: Error) => {
      settle(error, none)
      cancel.emit('abort')
    }
    const abort = () => giveUp(signal?.reason)
    const waiting = this.#waiting.add({ endpoint, request, giveUp })
    if (signal?.aborted) {
      abort()
      return
    }
    signal?.addEventListener('abort', abort, { once: true })
    const patience = answerMs === undefined ? {} : { headersTimeout: answerMs }
    const sent = { headers: Object.assign({}, given, call.headers), signal: cancel, ...patience, ...options }
    endpoint.send(sent, () => !isOver && isWanted?.() !== false, settle)
  }

  /** In turn among those that are up; where none is, among those not yet tried; the last resort is one tried already. */
  #pick(tried: readonly Endpoint[]): Endpoint | undefined {
    const untried = this.#endpoints.filter((endpoint) => !tried.includes(endpoint))
    const rest = untried.length > 0 ? untried : this.#endpoints
    const up = rest.filter(({ isUp }) => isUp)
    const candidates = up.length > 0 ? up : rest
    this.#next = (this.#next + 1) % Number.MAX_SAFE_INTEGER
    return candidates[this.#next % candidates.length]
  }

  /** One that is new beside others gets requests once it has said that it is ready; one that is gone ends its own. */
  #follow(origins: readonly string[]): void {
    const before = this.#endpoints
    this.#endpoints = origins.map(
      (origin) =>
        before.find((endpoint) => endpoint.origin === origin) ??
        new Endpoint(origin, before.length === 0, this.#probeHeaders),
    )
    for (const endpoint of before) if (!this.#endpoints.includes(endpoint)) void endpoint.close()
    this.#watch()
  }

  /** Finds out before a request does. Where there is no other, there is nothing to choose. */
  #watch(): void {
    if (this.#endpoints.length < 2) return
    for (const endpoint of this.#endpoints) {
      void endpoint.probe().then((state) => {
        if (state === 'silent' && this.#endpoints.some(({ isUp }) => isUp)) this.#leave(endpoint)
      })
    }
  }

  /** Has the reads that wait for a silent endpoint tried at another one. */
  #leave(endpoint: Endpoint): void {
    for (const waiting of this.#waiting.values()) {
      if (waiting.endpoint === endpoint && safeToRepeat.has(waiting.request.options.method))
        waiting.giveUp(new SilentEndpointError('the endpoint does not answer'))
    }
  }

  #endLate(): void {
    const now = performance.now()
    for (const { request, giveUp } of this.#waiting.values())
      if (request.endsAt <= now) giveUp(new Error('the service did not answer in time'))
  }
}

/** A endpoint that is being stopped serves on and says so with every answer. */
const isLeaving = ({ headers }: Dispatcher.ResponseData): boolean => headers.connection === 'close'
