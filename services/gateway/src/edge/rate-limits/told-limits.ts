import type { Server } from '@agora/shared/http/types'
import type { RequestLimits } from './requests.ts'

/** Tells programs how much they may still ask before they are refused. Pages are for people. */
export function tellLimits(app: Server, limits: RequestLimits): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { url, ip, routeOptions } = request
    if (url.startsWith('/api/')) reply.headers(limits.headersFor(ip, routeOptions.config.costly === true))
    done(null, payload)
  })
}
