import { access } from '@agora/shared/http/access'
import { FOR_ITS_READER } from '@agora/shared/http/header-policy'
import type { Server } from '@agora/shared/http/types'
import { isEscapedUtf8, queryOf } from '@agora/shared/http/utf8'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { crossOriginHeaders } from '../../callers/cross-origin.ts'
import { networkOf } from '../../callers/network.ts'
import { isSecure } from '../../callers/secure.ts'
import { oauthErrorPage } from '../../refusals/refusals.ts'
import type { Context } from '../context.ts'
import {
  areFields,
  fieldsOf,
  notUtf8,
  prepareClientRequest,
  prepareForm,
  type Refusal,
} from './client-request.ts'
import type { LazyProvider } from './lazy.ts'
import { metadata, openidMetadata } from './metadata.ts'
import { noteRedirectUri } from './redirect-uri.ts'
import { DEFAULT_SCOPE } from './scopes.ts'
import { rememberSession } from './sessions.ts'

/** The library validates and documents these requests by RFC 6749, not by this API's document. */
const judgedThere = { access: access.forwarded }

/** Any site's form may ask: nobody is looked up for it, and nothing is done. */
const asksAnywhere = { ...judgedThere, anonymous: true, takesForeignOrigins: true }

/** The library opens its endpoints to all origins, unless an answer already has such a header. */
const noCrossOrigin = { 'access-control-expose-headers': 'x-request-id' }

/** An answer names a code, or what is asked for: for this browser alone, and no other site's to know. */
const ofAuthorizations = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' }

/** What clients call themselves, without a browser. */
const clientEndpoints = ['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/device']

type Headers = Readonly<Record<string, string>>

const discovery = {
  '/.well-known/oauth-authorization-server': metadata,
  '/.well-known/openid-configuration': openidMetadata,
}

/** OAuth 2 and OpenID Connect at the root of the site; the library decides the answers. */
export function oauthRoutes(app: Server, context: Context, provider: LazyProvider): void {
  for (const [url, describe] of Object.entries(discovery))
    app.get(url, { config: { ...judgedThere, anonymous: true } }, (request, reply) =>
      reply.header('cache-control', FOR_ITS_READER).send(describe(context.originOf(request.raw))),
    )

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    const pass = async (request: FastifyRequest, reply: FastifyReply, headers: Headers = {}) => {
      const server = await provider()
      setForwardedHeaders(context, request)
      reply.hijack()
      for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...noCrossOrigin, ...headers })) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      await server.callback()(request.raw, reply.raw)
    }

    const authorize = (request: FastifyRequest, reply: FastifyReply) => {
      rememberSession(request)
      reply.headers(ofAuthorizations)
      return pass(request, reply)
    }
    const showBadRequest = async (request: FastifyRequest, reply: FastifyReply, body: Refusal['body']) => {
      const page = await oauthErrorPage(context, body, request.headers)
      return reply.code(400).headers(page.headers).send(page.body)
    }
    scope.get('/oauth/authorize', { config: judgedThere }, async (request, reply) => {
      if (!isEscapedUtf8(queryOf(request.url))) return showBadRequest(request, reply, notUtf8)
      completeRequest(request)
      return authorize(request, reply)
    })
    scope.get('/oauth/authorize/:uid', { config: judgedThere }, authorize)

    scope.get('/oauth/end-session', { config: judgedThere }, async (request, reply) =>
      isEscapedUtf8(queryOf(request.url))
        ? authorize(request, reply)
        : showBadRequest(request, reply, notUtf8),
    )
    // From another site's form the session's cookie does not come along: it does with the redirect.
    scope.post('/oauth/end-session', { config: asksAnywhere }, async (request, reply) => {
      const fields = fieldsOf(request)
      if (!areFields(fields)) return showBadRequest(request, reply, fields)
      return reply.headers(ofAuthorizations).redirect(`/oauth/end-session?${fields}`, 303)
    })

    routesForClients(scope, context, pass)
  })
}

type Pass = (request: FastifyRequest, reply: FastifyReply, headers?: Headers) => Promise<void>

/** What clients call themselves, by their credentials or a member's token. */
function routesForClients(scope: Server, { config, limits }: Context, pass: Pass): void {
  const clientHeaders = crossOriginHeaders(config.site.cors_origins)
  const refuse = (request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Refusal) =>
    reply
      .code(status)
      .headers({ ...clientHeaders(request), 'cache-control': 'no-store', ...headers })
      .send(body)
  // Applications in a browser call these from their own pages, with codes and tokens that only they know.
  const fromAnywhere = { ...judgedThere, anonymous: true, costly: true, takesForeignOrigins: true }
  for (const url of clientEndpoints)
    scope.post(url, { config: fromAnywhere }, async (request, reply) => {
      const refusal = prepareClientRequest(request, reply)
      if (refusal) return refuse(request, reply, refusal)
      if (url === '/oauth/device') await limits.devices.take(networkOf(request.ip))
      reply.header('pragma', 'no-cache')
      return pass(request, reply, clientHeaders(request))
    })

  scope.get('/oauth/jwks', { config: { ...judgedThere, anonymous: true } }, (request, reply) =>
    pass(request, reply, { ...clientHeaders(request), 'cache-control': 'public, max-age=300' }),
  )
  // Not anonymous: the use of a token is recorded.
  const userinfo = { config: { ...judgedThere, takesForeignOrigins: true } }
  scope.get('/oauth/userinfo', userinfo, (request, reply) => pass(request, reply, clientHeaders(request)))
  scope.post('/oauth/userinfo', userinfo, (request, reply) => {
    const refusal = prepareForm(request)
    if (refusal) return refuse(request, reply, refusal)
    return pass(request, reply, clientHeaders(request))
  })
}

/** The library must believe what the gateway knows of the connection, not what the caller claims. */
function setForwardedHeaders(context: Context, request: FastifyRequest): void {
  const { headers } = request.raw
  headers['x-forwarded-proto'] = isSecure(context, request) ? 'https' : 'http'
  delete headers['x-forwarded-host']
}

/**
 * Adds the default scope if the caller names none. Only `query` is allowed as response mode: the library's others need
 * pages with scripts.
 */
function completeRequest({ raw }: FastifyRequest): void {
  const url = new URL(raw.url ?? '', 'http://site.invalid')
  const parameters = url.searchParams
  noteRedirectUri(parameters)
  if (!parameters.get('scope')) parameters.set('scope', DEFAULT_SCOPE)
  if (parameters.has('response_mode') && parameters.get('response_mode') !== 'query')
    parameters.set('response_mode', 'unsupported')
  raw.url = `${url.pathname}${url.search}`
}
