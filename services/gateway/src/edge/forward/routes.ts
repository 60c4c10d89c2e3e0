import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { areaPathsOf } from '@agora/shared/contracts/services'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { unavailableIn } from '@agora/shared/errors/unavailable'
import { access } from '@agora/shared/http/access'
import type { CountedResponse } from '@agora/shared/http/counted-response'
import { whenOver } from '@agora/shared/http/over'
import type { Server } from '@agora/shared/http/types'
import { isEventStream } from '@agora/shared/upstream/replica'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { showRefusal } from '../../refusals/refusals.ts'
import { entryForms } from '../admission/entry-pages.ts'
import type { EdgeContext } from '../context.ts'
import type { Holding } from '../memory-budget/holdings.ts'
import type { Asking, GuestPage } from '../response-cache/guest-pages.ts'
import { givePage, learnHead, pageOf } from '../response-cache/shared-answers.ts'
import { isForEveryGuest, sharingKey } from '../response-cache/sharing.ts'
import { type Area, servesTheRest } from '../upstreams/areas.ts'
import { type Answer, given, passAnswer, passEvents } from './answers.ts'
import { isDeclaredTooLarge, readBody, WholeBody, withBodies } from './bodies.ts'
import { type Answered, upstreamHeaders, type VisitHeaders } from './headers.ts'
import { passAsItComes, StreamedBody } from './streamed.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The principal as the service receives it; set on proxied routes. */
    signedPrincipal: string
    /** What the service's answer is for; set on proxied routes. */
    answered: Answered | undefined
    /** What the web service is told as well. */
    visit: VisitHeaders | undefined
    /** The memory for a proxied request's body; undefined if it has none. */
    bodyHolding: Holding | undefined
    /** The memory for the answer; undefined until its size is known. */
    answerHolding: Holding | undefined
    /** Others wait for this answer too; undefined if it is for this caller alone. */
    asking: Asking | undefined
    /** The shared page that this is answered with, if any. */
    given: GuestPage | undefined
  }
}

/** Segments that a URL parser would resolve, or some parser might take for such: such a path matches nothing. */
const climbing = /(\/|%2f|%5c)\.($|\/|%2f|%5c)|(\/|%2f|%5c)\.\.|\.\.(\/|%2f|%5c)|\\/i
/** An unrouted path below these is not found; it is never the web service's. */
const reserved = /^\/(api|oauth|internal|health|metrics|\.well-known)(\/|$)/
/** The value of a parameter in an area's path, which the plugin would pass on decoded. */
const plainValue = /^[\w-]+$/
const reads = ['GET', 'HEAD'] as const
const writes = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** The plugin accepts anything with undici's `request`; its type names only undici's classes. */
type UndiciOption = NonNullable<FastifyHttpProxyOptions['undici']>
const RETRY_AFTER = { 'retry-after': '2' }
/** Who has waited this long has no time left in which a service could answer, in milliseconds. */
const MOST_WAITED_MS = 8_000

/** How long a request has waited, for a credential or another's answer, besides the time that its body took. */
const waitedBefore = ({ body }: FastifyRequest, { elapsedTime }: FastifyReply): number =>
  elapsedTime - (body instanceof WholeBody ? body.ms : 0)

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

/** Passes every path of the other services on to them. */
export function mountProxy(app: Server, context: EdgeContext): void {
  app.decorateRequest('signedPrincipal', '')
  app.decorateRequest('answered')
  app.decorateRequest('visit')
  app.decorateRequest('bodyHolding')
  app.decorateRequest('answerHolding')
  app.decorateRequest('asking')
  app.decorateRequest('given')
  for (const area of Object.values(context.areas)) {
    for (const path of areaPathsOf(area.service)) {
      if (area.anonymous !== 'reads') mountPath(app, context, area, `/api/v1${path}`)
      else {
        mountPath(app, context, { ...area, anonymous: true }, `/api/v1${path}`, reads)
        mountPath(app, context, { ...area, anonymous: false }, `/api/v1${path}`, writes)
      }
    }
    if (!servesTheRest(area)) continue
    mountPath(app, context, area, '')
    if (area.streams) mountPath(app, context, area, area.streams.path, ['POST'])
    // The site's own files are the same for everybody: nobody is looked up for them, and browsers keep them.
    mountPath(app, context, { ...area, anonymous: true }, '/static')
  }
}

function mountPath(
  app: Server,
  context: EdgeContext,
  area: Area,
  prefix: string,
  methods: readonly HTTPMethods[] = [...reads, ...writes],
): void {
  const { principals, holdings, knownParameters, largeAnswers, originOf, streams, vouching, guestPages } =
    context
  const isSite = !prefix.startsWith('/api/')
  const isStreamed = prefix === area.streams?.path
  /** How large a body may be that is streamed; undefined for all others. */
  const mostStreamed = (request: FastifyRequest) => {
    const path = pathOf(request)
    const takesStream = isSite ? path.startsWith(`${prefix}/`) : path === prefix
    return isStreamed && request.method === 'POST' && takesStream ? area.streams?.maxBytes : undefined
  }
  const waitsInTurn = isSite ? entryForms() : () => false
  const isReserved = (request: FastifyRequest) => isSite && reserved.test(pathOf(request))
  const names = [...prefix.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const hasPlainValues = ({ params }: FastifyRequest) =>
    names.every((name) => plainValue.test((params as Record<string, string>)[name] ?? ''))
  const refusal = (cause?: unknown) => new ApiError(unavailableIn(area), { cause, headers: RETRY_AFTER })

  const refusalBefore = (request: FastifyRequest): ApiError | null => {
    if (area.replicas.isEmpty) return refusal()
    if (climbing.test(pathOf(request)) || !hasPlainValues(request)) return new ApiError(common.notFound)
    return isDeclaredTooLarge(request, mostStreamed(request)) ? new ApiError(common.bodyTooLarge) : null
  }
  const holdingFor = (request: FastifyRequest, reply: FastifyReply): Holding => {
    const holding = holdings.open()
    whenOver(request.raw, reply.raw, () => holding.close())
    return holding
  }

  const giveKept = (request: FastifyRequest, reply: FastifyReply, page: GuestPage): void => {
    const holding = holdingFor(request, reply)
    if (!holding.take(page.body.length)) {
      reply.send(refusal())
      return
    }
    holding.waitsForCaller(() => request.raw.socket.destroy())
    given(reply)
    givePage(reply, page)
  }
  /** Guests get the page of before, where there is one. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, cause: unknown): void => {
    const page = request.asking?.fail()
    if (page) giveKept(request, reply, page)
    else reply.send(refusal(cause))
  }

  const give = (request: FastifyRequest, reply: FastifyReply, answer: Answer): void => {
    request.bodyHolding?.close()
    // The plugin has refused it already.
    if (answer.statusCode < 100 || answer.statusCode > 599) {
      answer.stream.destroy()
      return
    }
    const holding = request.answerHolding ?? holdingFor(request, reply)
    const { asking } = request
    const hasFailed = answer.statusCode >= 500
    const page = hasFailed ? asking?.fail() : undefined
    if (page) {
      answer.stream.on('error', () => {}).destroy()
      giveKept(request, reply, page)
      return
    }
    if (!hasFailed && !isForEveryGuest(answer.statusCode, answer.headers, isSite)) asking?.keepNothing()
    if (isStreamed && request.method === 'GET') {
      context.requestLimits.countAnswer(request, Number(answer.headers['content-length'] ?? 0))
      passAsItComes(answer, reply, holding)
      return
    }
    passAnswer(answer, reply, holding, {
      refuse: (cause) => refuse(request, reply, cause),
      learn: (bytes) => {
        largeAnswers.learn(request.url, bytes)
        context.requestLimits.countAnswer(request, bytes)
      },
      watch: (end) => streams.watch(request, end),
      share: (chunks, size) => {
        const page =
          asking && !asking.isOver ? pageOf(answer.headers, chunks, size, asking.askedAt) : undefined
        if (!page) {
          asking?.keepNothing()
          return false
        }
        asking?.keep(page)
        givePage(reply, page)
        return true
      },
    })
  }

  /** Whether the page is known to be large and there is no memory for it. */
  const isTooLargeNow = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const expected = request.method === 'GET' ? largeAnswers.expected(request.url) : 0
    if (expected === 0) return false
    request.answerHolding = holdingFor(request, reply)
    return !request.answerHolding.take(expected)
  }

  // With a callback, since usually there is nothing to wait for.
  const ask = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const waitedMs = waitedBefore(request, reply)
    if (waitedMs > MOST_WAITED_MS || isTooLargeNow(request, reply)) {
      done(refusal())
      return
    }
    request.answered = { response: reply.raw as CountedResponse, waitedMs }
    if (isSite) {
      request.visit = { visitor: vouching.vouch(request), origin: originOf(request.raw) }
    }
    const { traceparent: _, ...principal } = request.principal
    const signed = principals.sign(principal, area.service)
    const take = (signature: string) => {
      request.signedPrincipal = signature
      done()
    }
    if (typeof signed === 'string') take(signed)
    else signed.then(take, done)
  }

  /** Gives a guest the answer another guest got, or asks the service. */
  const answerOrAsk = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const key = guestPages.areKept && !isStreamed ? sharingKey(request.raw, knownParameters) : undefined
    if (key === undefined) {
      if (!waitsInTurn(request, reply, () => ask(request, reply, done), done)) ask(request, reply, done)
      return
    }
    const response = reply.raw as CountedResponse
    guestPages.read(key, {
      isGone: () => request.raw.socket.destroyed,
      give: (page) => giveKept(request, reply, page),
      wait: () => response.waits(),
      ask: (asking) => {
        if (!response.goesOn()) {
          asking?.leave()
          done(refusal())
          return
        }
        request.asking = asking
        if (asking) whenOver(request.raw, reply.raw, asking.leave)
        ask(request, reply, done)
      },
    })
  }

  app.register(async (scope) => {
    scope.addHook('preParsing', (request, reply, _payload, done) => {
      if (isReserved(request)) return app.answerUnrouted(request, reply, done)
      const refused = refusalBefore(request)
      // Whether or not there is a body: an empty one is read too.
      if (!refused && request.method !== 'GET' && request.method !== 'HEAD')
        request.bodyHolding = holdingFor(request, reply)
      done(refused)
    })
    // Pages answer errors as pages, the API as the API does.
    if (isSite) {
      scope.setErrorHandler((error, request, reply) => {
        if (isReserved(request)) throw error
        return showRefusal(context, error, request, reply)
      })
    }
    scope.addHook('onSend', (request, reply, payload, done) => {
      learnHead(request, reply)
      const type = reply.getHeader('content-type')
      if (payload instanceof Readable && isEventStream({ 'content-type': type })) passEvents(reply, payload)
      else done(null, payload)
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const mostBytes = mostStreamed(request)
      if (mostBytes !== undefined) return new StreamedBody(request, payload, mostBytes)
      return readBody(payload, request.bodyHolding as Holding, refusal)
    })
    scope.register(httpProxy, {
      prefix,
      upstream: `http://${area.service}`,
      rewritePrefix: prefix,
      httpMethods: [...methods],
      config: { access: access.forwarded, anonymous: area.anonymous === true, isProxied: true },
      proxyPayloads: false,
      disableRequestLogging: true,
      internalRewriteLocationHeader: false,
      // It would hold a thousand addresses of up to 16 KiB for each path, whoever sends them.
      disableCache: true,
      preHandler: answerOrAsk,
      undici: withBodies(area, isSite) as unknown as UndiciOption,
      replyOptions: {
        // The replicas decide what is retried, where and when.
        retryDelay: () => null,
        rewriteRequestHeaders: ({
          id,
          method,
          headers,
          signedPrincipal,
          answered,
          principal,
          visit,
          asking,
        }) =>
          upstreamHeaders(headers, {
            id: String(id),
            method,
            principal: signedPrincipal,
            traceparent: principal.traceparent,
            answered: answered as Answered,
            visit,
            isShared: asking !== undefined,
          }),
        // Verbatim, in characters that a request line may contain.
        queryString: (_search, url) =>
          (/\?(.*)/s.exec(url)?.[1] ?? '').replace(/[^\x21-\x7e]/g, encodeURIComponent),
        // An answer gets its headers once it is complete.
        rewriteHeaders: () => ({}),
        onResponse: (request, reply, answer) =>
          give(request as FastifyRequest, reply as FastifyReply, answer as unknown as Answer),
        onError: (reply, { error }) => {
          // A caller who has gone is told nothing, and is no failure.
          const { body } = reply.request
          if (reply.raw.destroyed) (reply as FastifyReply).hijack()
          else if (body instanceof StreamedBody && body.errored instanceof ApiError) reply.send(body.errored)
          else refuse(reply.request as FastifyRequest, reply as FastifyReply, error)
        },
      },
    })
  })
}
