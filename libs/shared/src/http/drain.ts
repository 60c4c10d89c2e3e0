import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './types.ts'

/**
 * Closes a server without losing a request: for some seconds it reports that it is not ready and keeps serving, closing
 * each connection after its response, so that load balancers have time to stop sending. Then it stops listening and
 * finishes the requests in progress. Returns whether draining has begun.
 */
export function mountDrain(app: Server, seconds: number): () => boolean {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    await sleep(seconds * 1000)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  return () => closing
}
