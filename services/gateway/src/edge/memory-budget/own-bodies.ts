import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { hasBody } from '@agora/shared/http/bodies'
import type { Server } from '@agora/shared/http/types'
import { whenOver } from '../connections/over.ts'
import type { MemoryBudget } from './memory-budget.ts'

/**
 * Reserves memory for the bodies of the gateway's own routes, among those of the routes that it passes on: a thousand
 * callers who sent all but the end would take a gigabyte otherwise.
 */
export function reserveForOwnBodies(app: Server, budget: MemoryBudget): void {
  app.addHook('preParsing', ({ raw, routeOptions }, reply, payload, done) => {
    if (routeOptions.config.isProxied || !hasBody(raw)) return done(null, payload)
    const most = routeOptions.bodyLimit
    const reservation = budget.open()
    whenOver(raw, reply.raw, () => reservation.close())
    // A chunked one does not say its length.
    if (!reservation.reserve(Math.min(most, Number(raw.headers['content-length'] ?? most))))
      return done(new ApiError(common.unavailable, { headers: { 'retry-after': '2' } }))
    reservation.waitsForCaller(() => raw.socket.destroy())
    raw.once('end', () => reservation.stays())
    done(null, payload)
  })
}
