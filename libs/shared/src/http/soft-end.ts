import type { Server as HttpServer } from 'node:http'
import { Socket } from 'node:net'

/** How long a connection stays open for a caller who is still sending: in all, and while nothing comes. In milliseconds. */
const LINGER_MS = 10_000
const LINGER_IDLE_MS = 2_000

const ended = new WeakSet<Socket>()

/** Whether a connection has had its last answer: what comes then is no request any more (RFC 9112, section 9.6). */
export const isEnded = (socket: Socket): boolean => ended.has(socket)

/**
 * Ends a connection with these last words, if any, and discards what comes for a while, in milliseconds: closing at once
 * would reset it, and the reset discards what its caller has not read yet.
 */
export function endSoftly(socket: Socket, limitMs: number, lastWords = ''): void {
  ended.add(socket)
  socket.end(lastWords)
  socket.resume()
  const limit = setTimeout(() => socket.destroy(), limitMs).unref()
  socket.once('close', () => clearTimeout(limit))
}

/** Lets callers who are still sending read the last answer of their connection. */
export function letCallersFinish(server: HttpServer): void {
  server.on('request', (request, response) => {
    const { socket } = request
    response.prependOnceListener('finish', () => {
      if (request.complete) return
      // What Node calls after the last answer.
      socket.destroySoon = () => {
        if (request.complete) return Socket.prototype.destroySoon.call(socket)
        request.resume()
        socket.setTimeout(LINGER_IDLE_MS, () => socket.destroy())
        endSoftly(socket, LINGER_MS)
      }
    })
  })
}
