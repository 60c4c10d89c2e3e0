import type { IncomingMessage } from 'node:http'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { unavailableIn } from '@agora/shared/errors/unavailable'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { showRefusal } from '../../refusals/refusals.ts'
import type { AdmittedResponse } from '../admission/admitted-response.ts'
import { entryForms } from '../admission/entry-pages.ts'
import { whenOver } from '../connections/over.ts'
import type { EdgeContext } from '../context.ts'
import type { Reservation } from '../memory-budget/memory-budget.ts'
import type { Passage } from '../passage.ts'
import type { CachedPage, Flight } from '../response-cache/cache.ts'
import { cacheKeyOf, isForEveryGuest } from '../response-cache/cache-key.ts'
import { CACHE_STATUS, type CacheStatus } from '../response-cache/cache-status.ts'
import { pageOf, servePage } from '../response-cache/serve.ts'
import type { Service } from '../upstreams/services.ts'
import { type Answer, handOver, passAnswer } from './answers.ts'
import { isDeclaredTooLarge, readBody, WholeBody } from './bodies.ts'
import { passAsItComes, StreamedBody } from './streamed.ts'

type Done = (error?: Error) => void

/** Segments that a URL parser would resolve, or some parser might take for such: such a path matches nothing. */
const climbing = /(\/|%2f|%5c)\.($|\/|%2f|%5c)|(\/|%2f|%5c)\.\.|\.\.(\/|%2f|%5c)|\\/i
/** An unrouted path below these is not found; it is never the web service's. */
const reserved = /^\/(api|oauth|internal|health|metrics|\.well-known)(\/|$)/
/** The value of a parameter in a service's path, which the plugin would pass on decoded. */
const plainValue = /^[\w-]+$/
const RETRY_AFTER = { 'retry-after': '2' }
/** Who has waited this long has no time left in which a service could answer, in milliseconds. */
const MAX_WAITED_MS = 8_000

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'
const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''
const passageOf = ({ passage }: FastifyRequest): Passage => passage as Passage

/** How long a request has waited, for a credential or another's answer, besides the time that its body took. */
const waitedBefore = ({ body }: FastifyRequest, { elapsedTime }: FastifyReply): number =>
  elapsedTime - (body instanceof WholeBody ? body.ms : 0)

/** The steps of a request below one path on its way to a service and back, in their order. */
export class Forwarder {
  readonly isSite: boolean
  readonly #context: EdgeContext
  readonly #service: Service
  readonly #prefix: string
  readonly #isStreamed: boolean
  readonly #waitsInTurn: ReturnType<typeof entryForms>
  readonly #parameters: readonly string[]

  constructor(context: EdgeContext, service: Service, prefix: string) {
    this.#context = context
    this.#service = service
    this.#prefix = prefix
    this.isSite = !prefix.startsWith('/api/')
    this.#isStreamed = prefix === service.streams?.path
    this.#waitsInTurn = this.isSite ? entryForms() : () => false
    this.#parameters = [...prefix.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  }

  isReserved(request: FastifyRequest): boolean {
    return this.isSite && reserved.test(pathOf(request))
  }

  /** 1. Gives a guest what another guest got, has them wait for it, or lets them ask. */
  begin(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const { responseCache, knownParameters } = this.#context
    const isCached = responseCache.areKept && !this.#isStreamed && !this.isReserved(request)
    const cacheKey = isCached ? cacheKeyOf(request.raw, knownParameters) : undefined
    const passage: Passage = {
      cacheKey,
      cacheStatus: cacheKey === undefined ? CACHE_STATUS.bypassed : CACHE_STATUS.missed,
    }
    request.passage = passage
    if (cacheKey === undefined) {
      done()
      return
    }
    const response = reply.raw as AdmittedResponse
    responseCache.read(cacheKey, {
      isGone: () => request.raw.socket.destroyed,
      serve: (page, status) => this.#serve(request, reply, page, status),
      wait: () => response.releasePermit(),
      ask: (flight) => {
        if (!response.acquirePermit()) {
          flight?.leave()
          done(this.#refusal())
          return
        }
        if (flight) {
          passage.flight = flight
          whenOver(request.raw, reply.raw, flight.leave)
        }
        done()
      },
    })
  }

  /** 2. Refuses before anything of a body is read. */
  refuseEarly(request: FastifyRequest, reply: FastifyReply): ApiError | null {
    if (this.#service.upstream.isEmpty) return this.#refusal()
    if (climbing.test(pathOf(request)) || !this.#hasPlainValues(request)) return new ApiError(common.notFound)
    if (isDeclaredTooLarge(request, this.#mostStreamed(request))) return new ApiError(common.bodyTooLarge)
    // Whether or not there is a body: an empty one is read too.
    if (!isRead(request)) passageOf(request).body = this.#reserveFor(request, reply)
    return null
  }

  /** 3. Reads the body whole, unless it is streamed. */
  async takeBody(request: FastifyRequest, payload: IncomingMessage): Promise<StreamedBody | WholeBody> {
    const mostBytes = this.#mostStreamed(request)
    if (mostBytes !== undefined) return new StreamedBody(request, payload, mostBytes)
    return readBody(payload, passageOf(request).body as Reservation, () => this.#refusal())
  }

  /** 4. Signs who asks, once there is memory for the answer. The forms by which people come in wait their turn. */
  prepare(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const sign = () => this.#sign(request, reply, done)
    if (passageOf(request).cacheKey !== undefined || !this.#waitsInTurn(request, reply, sign, done)) sign()
  }

  /** 5. Passes the service's answer on. */
  pass(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    const passage = passageOf(request)
    passage.body?.close()
    // The plugin has refused it already.
    if (answer.statusCode < 100 || answer.statusCode > 599) {
      answer.stream.destroy()
      return
    }
    const { flight } = passage
    const hasFailed = answer.statusCode >= 500
    const page = hasFailed ? flight?.fail() : undefined
    if (page) {
      answer.stream.on('error', () => {}).destroy()
      this.#serve(request, reply, page, CACHE_STATUS.stale)
      return
    }
    if (!hasFailed && !isForEveryGuest(answer.statusCode, answer.headers, this.isSite)) flight?.keepNothing()
    this.#passOn(request, reply, answer, flight)
  }

  /** Instead of 5: the service gave no answer. */
  fail(request: FastifyRequest, reply: FastifyReply, error: Error): void {
    const { body } = request
    // A caller who has gone is told nothing, and is no failure.
    if (reply.raw.destroyed) reply.hijack()
    else if (body instanceof StreamedBody && body.errored instanceof ApiError) reply.send(body.errored)
    else this.#refuse(request, reply, error)
  }

  /** Pages answer errors as pages, the API as the API does. */
  showError(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (this.isReserved(request)) throw error
    return showRefusal(this.#context, error, request, reply)
  }

  #passOn(request: FastifyRequest, reply: FastifyReply, answer: Answer, flight: Flight | undefined): void {
    const { requestLimits, largeAnswers, streams } = this.#context
    const reservation = passageOf(request).answer ?? this.#reserveFor(request, reply)
    if (this.#isStreamed && request.method === 'GET') {
      requestLimits.countAnswer(request, Number(answer.headers['content-length'] ?? 0))
      passAsItComes(answer, reply, reservation)
      return
    }
    passAnswer(answer, reply, reservation, {
      refuse: (cause) => this.#refuse(request, reply, cause),
      learn: (bytes) => {
        largeAnswers.learn(request.url, bytes)
        requestLimits.countAnswer(request, bytes)
      },
      watch: (end) => streams.watch(request, end),
      share: (chunks, size) => {
        const page =
          flight && !flight.isOver ? pageOf(answer.headers, chunks, size, flight.askedAt) : undefined
        if (!page) {
          flight?.keepNothing()
          return false
        }
        flight?.keep(page)
        servePage(reply, page, CACHE_STATUS.stored)
        return true
      },
    })
  }

  #sign(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const { principals, vouching, originOf } = this.#context
    const passage = passageOf(request)
    const waitedMs = waitedBefore(request, reply)
    if (waitedMs > MAX_WAITED_MS || this.#isTooLargeNow(request, reply)) {
      done(this.#refusal())
      return
    }
    passage.recipient = { response: reply.raw as AdmittedResponse, waitedMs }
    if (this.isSite) passage.visit = { visitor: vouching.vouch(request), origin: originOf(request.raw) }
    const { traceparent: _, ...principal } = request.principal
    // With a callback, since usually there is nothing to wait for.
    const signed = principals.sign(principal, this.#service.name)
    const take = (signature: string) => {
      passage.principal = signature
      done()
    }
    if (typeof signed === 'string') take(signed)
    else signed.then(take, done)
  }

  /** Whether the page is known to be large and there is no memory for it. */
  #isTooLargeNow(request: FastifyRequest, reply: FastifyReply): boolean {
    const expected = request.method === 'GET' ? this.#context.largeAnswers.expected(request.url) : 0
    if (expected === 0) return false
    const reservation = this.#reserveFor(request, reply)
    passageOf(request).answer = reservation
    return !reservation.reserve(expected)
  }

  #serve(request: FastifyRequest, reply: FastifyReply, page: CachedPage, status: CacheStatus): void {
    const reservation = this.#reserveFor(request, reply)
    if (!reservation.reserve(page.body.length)) {
      reply.send(this.#refusal())
      return
    }
    reservation.waitsForCaller(() => request.raw.socket.destroy())
    handOver(reply)
    servePage(reply, page, status)
  }

  /** Guests get the page of before, where there is one. */
  #refuse(request: FastifyRequest, reply: FastifyReply, cause: unknown): void {
    const page = passageOf(request).flight?.fail()
    if (page) this.#serve(request, reply, page, CACHE_STATUS.stale)
    else reply.send(this.#refusal(cause))
  }

  #refusal(cause?: unknown): ApiError {
    return new ApiError(unavailableIn(this.#service), { cause, headers: RETRY_AFTER })
  }

  #reserveFor(request: FastifyRequest, reply: FastifyReply): Reservation {
    const reservation = this.#context.memoryBudget.open()
    whenOver(request.raw, reply.raw, () => reservation.close())
    return reservation
  }

  #hasPlainValues({ params }: FastifyRequest): boolean {
    return this.#parameters.every((name) => plainValue.test((params as Record<string, string>)[name] ?? ''))
  }

  /** How large a body may be that is streamed, in bytes; undefined for all others. */
  #mostStreamed(request: FastifyRequest): number | undefined {
    const path = pathOf(request)
    const takesStream = this.isSite ? path.startsWith(`${this.#prefix}/`) : path === this.#prefix
    return this.#isStreamed && request.method === 'POST' && takesStream
      ? this.#service.streams?.maxBytes
      : undefined
  }
}
