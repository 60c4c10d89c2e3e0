import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/**
 * Below the range that systems use for outgoing connections: a free port stays free until the server listens, and
 * during restarts.
 */
const FIRST = 20_000
const COUNT = 6_000

/** A TCP port that is free at this moment and reserved by nobody else on this machine: see `freeBlock`. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return freeBlock(1, host)
}

/**
 * The first of so many adjacent ports that are free at this moment, and reserved by nobody else on this machine while
 * this process lives. To reserve them, the process listens on other ports a fixed distance above: the system decides
 * between simultaneous requests, and releases them with the process. The ports themselves are only tried now, since a
 * trial would be in the way of a server restarting on its own port.
 */
export async function freeBlock(size: number, host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const first = FIRST + randomInt(COUNT - size + 1)
    const block = Array.from({ length: size }, (_, index) => first + index)
    const claims = await Promise.all(block.map((port) => claim(port)))
    if (claims.every(Boolean)) {
      const free = await Promise.all(block.map((port) => isPortFree(port, host)))
      if (free.every(Boolean)) return first
    }
    for (const claimed of claims) claimed?.close()
  }
  throw new Error(`there are not ${size} free ports between ${FIRST} and ${FIRST + COUNT}`)
}

/**
 * Reserves a port for this process with a server that serves nobody and keeps no process alive; undefined if it is
 * another's.
 */
function claim(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).unref()
    server.once('error', () => resolve(undefined))
    server.listen(port + COUNT, '127.0.0.1', () => resolve(server))
  })
}

/** Whether a server could listen on this port now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await listenFault(port, host)) === undefined
}

/** Why no server could listen on this port now, as a system error code; undefined if one could. */
export function listenFault(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
