import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { whenOver } from '@agora/shared/http/over'
import { hasBody } from '@agora/shared/http/overload'
import type { Server } from '@agora/shared/http/types'
import type { Holdings } from './holdings.ts'

/**
 * Reserves memory for the bodies of the gateway's own routes, among those of the routes that it passes on: a thousand
 * callers who sent all but the end would take a gigabyte otherwise.
 */
export function holdOwnBodies(app: Server, holdings: Holdings): void {
  app.addHook('preParsing', ({ raw, routeOptions }, reply, payload, done) => {
    if (routeOptions.config.isProxied || !hasBody(raw)) return done(null, payload)
    const most = routeOptions.bodyLimit
    const holding = holdings.open()
    whenOver(raw, reply.raw, () => holding.close())
    // A chunked one does not say its length.
    if (!holding.take(Math.min(most, Number(raw.headers['content-length'] ?? most))))
      return done(new ApiError(common.unavailable, { headers: { 'retry-after': '2' } }))
    holding.waitsForCaller(() => raw.socket.destroy())
    raw.once('end', () => holding.stays())
    done(null, payload)
  })
}
