import type { FastifyRequest } from 'fastify'
import { ApiError, type ErrorDefinition } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import type { Server } from './types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's own answer where it cannot be served, in place of the common one. */
    unavailable?: ErrorDefinition
  }
}

const RETRY_AFTER_S = '1'

/** How a process is doing is asked most when it is busiest. */
const isHealth = ({ url }: FastifyRequest) => url.startsWith('/health/')

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Refuses with 503 what comes while `limit` requests are in progress, before anything is done for it: those then take
 * as long as so many take and no longer, whatever the rush. A request whose body is still on its way is not in
 * progress, so that nobody fills the places by sending slowly. To be mounted before the hooks that cost something.
 */
export function refuseOverload(app: Server, limit: number): void {
  let inProgress = 0

  app.addHook('onRequest', (request, reply, done) => {
    if (isHealth(request)) {
      done()
      return
    }
    if (inProgress >= limit) {
      const headers = { 'retry-after': RETRY_AFTER_S, 'x-request-id': request.id }
      const { unavailable = common.unavailable } = request.routeOptions.config
      done(new ApiError(unavailable, { headers }))
      return
    }
    let state: 'arriving' | 'in progress' | 'over' = 'arriving'
    const enter = () => {
      if (state !== 'arriving') return
      state = 'in progress'
      inProgress += 1
    }
    // Comes after the answer, and also where the caller has gone or the connection broke.
    reply.raw.once('close', () => {
      if (state === 'in progress') inProgress -= 1
      state = 'over'
    })
    if (hasBody(request)) request.raw.once('end', enter)
    else enter()
    done()
  })
}
