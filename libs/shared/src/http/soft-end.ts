import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** How long a connection stays open for a caller who is still sending: in all, and while nothing comes. In milliseconds. */
const LINGER_MS = 10_000
const LINGER_IDLE_MS = 2_000

/**
 * Lets callers who are still sending read the last answer of their connection: closing at once would reset it, and the
 * reset discards what has not been read yet. What they send meanwhile is discarded, for a while.
 */
export function endSoftly(server: HttpServer): void {
  const latest = new WeakMap<Socket, IncomingMessage>()
  server.on('request', (request) => latest.set(request.socket, request))
  server.on('connection', (socket: Socket) => {
    const end = socket.destroySoon
    // What Node calls after the last answer.
    socket.destroySoon = () => {
      const request = latest.get(socket)
      if (!request || request.complete) return end.call(socket)
      request.resume()
      socket.end()
      socket.setTimeout(LINGER_IDLE_MS, () => socket.destroy())
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    }
  })
}
