import { FOR_EVERYBODY } from '@agora/shared/http/header-policy'
import type { Server } from '@agora/shared/http/types'

/**
 * Tells caches in front of the gateway how long they may keep public content: as long as the gateway itself. Browsers
 * still ask each time.
 */
export function nameGuestsTime(app: Server, ms: number): void {
  if (ms === 0) return
  const seconds = Math.floor(ms / 1_000)
  const named = `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('cache-control') === FOR_EVERYBODY) reply.header('cache-control', named)
    done(null, payload)
  })
}
