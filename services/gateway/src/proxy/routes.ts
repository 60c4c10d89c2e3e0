import { areaPathsOf } from '@agora/shared/contracts/services'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import type { Server } from '@agora/shared/http/types'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type Area, servesTheRest, unavailableIn } from './areas.ts'
import { judgeDeclaredLength, streamedBody } from './bodies.ts'
import { downstreamHeaders, upstreamHeaders } from './headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The principal as the service gets it; set on proxied routes. */
    signedPrincipal: string
  }
}

/** Segments that a URL parser would resolve, encoded or not: such a path names nothing. */
const climbing = /(^|\/|\\|%2f|%5c)(\.|%2e){1,2}($|\/|\\|%2f|%5c)|\\/i
/** What is here and has no route is nowhere: it is not for the service that serves the rest of the site. */
const reserved = /^\/(api|oauth|internal|health|metrics|assets|\.well-known)(\/|$)/
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The plugin takes anything that has undici's `request`; its type names undici's own classes only. */
type UndiciOption = NonNullable<FastifyHttpProxyOptions['undici']>
const RETRY_AFTER = { 'retry-after': '2' }

/** Passes every path of the other services on to them. */
export function mountProxy(app: Server, context: Context): void {
  app.decorateRequest('signedPrincipal', '')
  for (const area of Object.values(context.areas)) {
    for (const path of areaPathsOf(area.service)) mountPath(app, context, area, `/api/v1${path}`)
    if (servesTheRest(area)) mountPath(app, context, area, '/')
  }
}

function mountPath(app: Server, { principals }: Context, area: Area, prefix: string): void {
  const unavailable = unavailableIn(area)
  const refuse = (cause?: unknown) => new ApiError(unavailable, { cause, headers: RETRY_AFTER })

  const refusalBefore = (request: FastifyRequest): ApiError | undefined => {
    if (area.replicas.isEmpty) return refuse()
    const path = request.url.split('?', 1)[0] ?? ''
    return climbing.test(path) || (prefix === '/' && reserved.test(path))
      ? new ApiError(common.notFound)
      : undefined
  }
  // With a callback: mostly there is nothing to wait for.
  const prepare = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const refusal = refusalBefore(request)
    if (refusal) {
      done(refusal)
      return
    }
    const { traceparent: _, ...principal } = request.principal
    const signed = principals.sign(principal, area.service)
    if (typeof signed === 'string') {
      request.signedPrincipal = signed
      done()
      return
    }
    signed.then((signature) => {
      request.signedPrincipal = signature
      done()
    }, done)
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (request, payload, done) => done(null, streamedBody(request, payload)))
    scope.addHook('preParsing', async (request) => judgeDeclaredLength(request))
    scope.register(httpProxy, {
      prefix,
      upstream: `http://${area.service}`,
      rewritePrefix: prefix,
      httpMethods: methods,
      config: { access: access.forwarded, anonymous: area.anonymous },
      proxyPayloads: false,
      disableRequestLogging: true,
      internalRewriteLocationHeader: false,
      cacheURLs: 1_000,
      preHandler: prepare,
      undici: area.replicas as unknown as UndiciOption,
      replyOptions: {
        // The replicas decide what is tried again, where and when.
        retryDelay: () => null,
        rewriteRequestHeaders: ({ id, method, headers, signedPrincipal, principal }) =>
          upstreamHeaders(headers, {
            id: String(id),
            method,
            principal: signedPrincipal,
            traceparent: principal.traceparent,
          }),
        rewriteHeaders: (headers) => downstreamHeaders(headers),
        onError: (reply, { error }) => {
          ;(reply as FastifyReply).send(refusalOf(error, refuse))
        },
      },
    })
  })
}

/** A body that outgrew its bound while it was passed on is the caller's fault; anything else is the service's. */
function refusalOf(error: Error, refuse: (cause: unknown) => ApiError): ApiError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApiError) return cause
  }
  return refuse(error)
}
