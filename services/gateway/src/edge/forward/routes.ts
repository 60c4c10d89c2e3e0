import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pathsOf } from '@agora/shared/contracts/services'
import { access } from '@agora/shared/http/access'
import type { Server } from '@agora/shared/http/types'
import { isEventStream } from '@agora/shared/upstream/endpoint'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { EdgeContext } from '../context.ts'
import '../passage.ts'
import { type Service, servesTheRest } from '../upstreams/services.ts'
import { type Answer, passEvents } from './answers.ts'
import { withBodies } from './bodies.ts'
import { Forwarder } from './forwarder.ts'
import { upstreamHeaders } from './headers.ts'

const reads = ['GET', 'HEAD'] as const
const writes = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** The plugin accepts anything with undici's `request`; its type names only undici's classes. */
type UndiciOption = NonNullable<FastifyHttpProxyOptions['undici']>

/** Passes every path of the other services on to them. */
export function forwardToServices(app: Server, context: EdgeContext): void {
  app.decorateRequest('passage')
  for (const service of Object.values(context.services)) {
    for (const path of pathsOf(service.name)) {
      if (service.anonymous !== 'reads') mountPath(app, context, service, `/api/v1${path}`)
      else {
        mountPath(app, context, { ...service, anonymous: true }, `/api/v1${path}`, reads)
        mountPath(app, context, { ...service, anonymous: false }, `/api/v1${path}`, writes)
      }
    }
    if (!servesTheRest(service)) continue
    mountPath(app, context, service, '')
    if (service.streams) mountPath(app, context, service, service.streams.path, ['POST'])
    // The site's own files are the same for everybody: nobody is looked up for them, and browsers keep them.
    mountPath(app, context, { ...service, anonymous: true }, '/static')
  }
}

function mountPath(
  app: Server,
  context: EdgeContext,
  service: Service,
  prefix: string,
  methods: readonly HTTPMethods[] = [...reads, ...writes],
): void {
  const forwarder = new Forwarder(context, service, prefix)
  app.register(async (scope) => {
    addSteps(app, scope, forwarder)
    scope.register(httpProxy, {
      prefix,
      upstream: `http://${service.name}`,
      rewritePrefix: prefix,
      httpMethods: [...methods],
      config: { access: access.forwarded, anonymous: service.anonymous === true, isProxied: true },
      proxyPayloads: false,
      disableRequestLogging: true,
      internalRewriteLocationHeader: false,
      // It would hold a thousand addresses of up to 16 KiB for each path, whoever sends them.
      disableCache: true,
      preHandler: (request, reply, done) => forwarder.prepare(request, reply, done),
      undici: withBodies(service, forwarder.isSite) as unknown as UndiciOption,
      replyOptions: replyOptionsOf(forwarder),
    })
  })
}

/** What happens before the plugin forwards a request, and after the answer has its headers. */
function addSteps(app: Server, scope: FastifyInstance, forwarder: Forwarder): void {
  scope.addHook('onRequest', (request, reply, done) => forwarder.begin(request, reply, done))
  scope.addHook('preParsing', (request, reply, _payload, done) => {
    if (forwarder.isReserved(request)) app.answerUnrouted(request, reply, done)
    else done(forwarder.refuseEarly(request, reply))
  })
  if (forwarder.isSite)
    scope.setErrorHandler<Error>((error, request, reply) => forwarder.showError(error, request, reply))
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (request.passage) reply.header('cache-status', request.passage.cacheStatus)
    const type = reply.getHeader('content-type')
    if (payload instanceof Readable && isEventStream({ 'content-type': type })) passEvents(reply, payload)
    else done(null, payload)
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    forwarder.takeBody(request, payload),
  )
}

const replyOptionsOf = (forwarder: Forwarder): FastifyHttpProxyOptions['replyOptions'] => ({
  // The upstream decides what is retried, where and when.
  retryDelay: () => null,
  rewriteRequestHeaders: (request) => upstreamHeaders(request as FastifyRequest),
  // Verbatim, in characters that a request line may contain.
  queryString: (_search, url) =>
    (/\?(.*)/s.exec(url)?.[1] ?? '').replace(/[^\x21-\x7e]/g, encodeURIComponent),
  // An answer gets its headers once it is complete.
  rewriteHeaders: () => ({}),
  onResponse: (request, reply, answer) =>
    forwarder.pass(request as FastifyRequest, reply as FastifyReply, answer as unknown as Answer),
  onError: (reply, { error }) =>
    forwarder.fail(reply.request as FastifyRequest, reply as FastifyReply, error),
})
