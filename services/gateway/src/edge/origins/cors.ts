import { addVary } from '@agora/shared/http/conditional'
import type { Server } from '@agora/shared/http/types'
import { crossOriginHeaders, originsOf } from '../../callers/cross-origin.ts'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS =
  'authorization, content-type, idempotency-key, if-none-match, last-event-id, traceparent, tracestate, x-request-id'
const PREFLIGHT_SECONDS = '600'

/**
 * Lets pages of the configured origins call the API with bearer tokens. No answer allows credentials, so browsers
 * withhold answers to requests with cookies.
 */
export function allowOrigins(app: Server, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = originsOf(origins)
  const headersFor = crossOriginHeaders(origins)

  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (request.method !== 'OPTIONS' || origin === undefined || !allowed.has(origin)) return
    if (request.headers['access-control-request-method'] === undefined) return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send()
  })
  app.addHook('onSend', async (request, reply) => {
    const { vary, ...others } = headersFor(request)
    if (vary !== undefined) addVary(reply, vary)
    reply.headers(others)
  })
}
