import type { IncomingMessage } from 'node:http'
import { areaPathsOf } from '@agora/shared/contracts/services'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { whenOver } from '@agora/shared/http/over'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { passAnswer } from './answers.ts'
import { type Area, servesTheRest, unavailableIn } from './areas.ts'
import { isDeclaredTooLarge, readBody } from './bodies.ts'
import { upstreamHeaders } from './headers.ts'
import type { Holding } from './holdings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The room for a proxied request's body; undefined where it has none. */
    bodyHolding: Holding | undefined
  }
}

/** Segments that a URL parser would resolve, encoded or not: such a path names nothing. */
const climbing = /(^|\/|\\|%2f|%5c)(\.|%2e){1,2}($|\/|\\|%2f|%5c)|\\/i
/** What is here and has no route is nowhere: it is not for the service that serves the rest of the site. */
const reserved = /^\/(api|oauth|internal|health|metrics|assets|\.well-known)(\/|$)/
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const RETRY_AFTER = { 'retry-after': '2' }

/** Passes every path of the other services on to them. */
export function mountProxy(app: Server, context: Context): void {
  app.decorateRequest('bodyHolding')
  for (const area of Object.values(context.areas)) {
    for (const path of areaPathsOf(area.service)) mountPath(app, context, area, `/api/v1${path}`)
    if (servesTheRest(area)) mountPath(app, context, area, '')
  }
}

function mountPath(app: Server, { principals, holdings }: Context, area: Area, prefix: string): void {
  const refusal = (cause?: unknown) => new ApiError(unavailableIn(area), { cause, headers: RETRY_AFTER })

  const refusalBefore = (request: FastifyRequest): ApiError | null => {
    if (area.replicas.isEmpty) return refusal()
    const path = request.url.split('?', 1)[0] ?? ''
    if (climbing.test(path) || (prefix === '' && reserved.test(path))) return new ApiError(common.notFound)
    return isDeclaredTooLarge(request) ? new ApiError(common.bodyTooLarge) : null
  }
  const holdingFor = (request: FastifyRequest, reply: FastifyReply): Holding => {
    const holding = holdings.open()
    whenOver(request.raw, reply.raw, () => holding.close())
    return holding
  }

  const pass = (request: FastifyRequest, reply: FastifyReply, principal: string): void => {
    const { id, method, headers } = request
    area.replicas.request(
      {
        method: method as (typeof methods)[number],
        path: pathOf(request),
        headers: upstreamHeaders(headers, {
          id,
          method,
          principal,
          traceparent: request.principal.traceparent,
        }),
        body: (request.body as Buffer | undefined) ?? null,
      },
      (error, answer) => {
        request.bodyHolding?.close()
        if (error) {
          reply.send(refusal(error))
          return
        }
        passAnswer(answer, reply, holdingFor(request, reply), (cause) => reply.send(refusal(cause)))
      },
    )
  }

  // Without a promise where there is nothing to wait for, which is mostly.
  const handler = (request: FastifyRequest, reply: FastifyReply): void => {
    const { traceparent: _, ...principal } = request.principal
    const signed = principals.sign(principal, area.service)
    if (typeof signed === 'string') pass(request, reply, signed)
    else
      signed.then(
        (signature) => pass(request, reply, signature),
        (error) => reply.send(error),
      )
  }

  app.register(async (scope) => {
    scope.addHook('preParsing', (request, reply, _payload, done) => {
      const refused = refusalBefore(request)
      // Whether a body comes or not: an empty one is read as well.
      if (!refused && request.method !== 'GET' && request.method !== 'HEAD')
        request.bodyHolding = holdingFor(request, reply)
      done(refused)
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, request.bodyHolding as Holding, refusal),
    )
    for (const url of [prefix || '/', `${prefix}/*`]) {
      const config = { access: access.forwarded, anonymous: area.anonymous }
      scope.route({ method: [...methods], url, config, handler })
    }
  })
}

/** The path and query as they came, of characters that a request line may hold. */
const pathOf = ({ url }: FastifyRequest) => url.replace(/[^\x21-\x7e]/g, encodeURIComponent)
