import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './types.ts'

/**
 * Lets a server that is being closed lose no request: for so many seconds it says that it is not ready and serves on,
 * closing each connection with its answer, so that whoever shares the load out has time to send nothing more. Then
 * it stops listening and ends what is in progress. Answers whether that has begun.
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
