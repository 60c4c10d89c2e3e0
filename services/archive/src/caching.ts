import { createHash } from 'node:crypto'
import type { Server } from '@agora/shared/http/types'

/** Any cache may keep an answer, and asks each time whether it still holds: a link may be gone the next moment. */
const CACHE_CONTROL = 'public, no-cache'

/** Gives every 200 of the routes under `prefix` an ETag, and answers 304 to whoever has it already. */
export function cacheAnswers(app: Server, prefix: string): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (!request.routeOptions.url?.startsWith(prefix)) return payload
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 32)}"`
    reply.header('etag', etag).header('cache-control', CACHE_CONTROL)
    if (!matches(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-type')
    return null
  })
}

/** By the weak comparison that RFC 9110, 13.1.2 asks for. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
