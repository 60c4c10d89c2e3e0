import type { Server } from '@agora/shared/http/types'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS = 'authorization, content-type, x-request-id'
const EXPOSED = 'x-request-id, retry-after'
const PREFLIGHT_SECONDS = '600'

/**
 * Lets pages of the configured origins call the API with bearer tokens. Cookies are never allowed along: no answer
 * says so, and a browser then shows none.
 */
export function allowOrigins(app: Server, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins.map((url) => new URL(url).origin))

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
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED)
  })
}
