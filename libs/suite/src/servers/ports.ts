import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/**
 * Below the range from which systems take the ports of outgoing connections: a port that was found free stays so
 * until the server listens, and also while it restarts.
 */
const FIRST = 20_000
const COUNT = 6_000

/** A TCP port that nobody listens on at this moment, and that is named to nobody else on this machine: see `freeBlock`. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return freeBlock(1, host)
}

/**
 * The first of so many neighbouring ports that nobody listens on at this moment, and that are named to nobody else on
 * this machine while this process lives. For that the process listens on the ports as far above them as there are
 * ports to give: the system decides between two who ask at once, and forgets with the process. The ports themselves
 * are tried only then, since a trial would be in the way of a server that starts on a port that is its own.
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

/** Makes a port this process's by a server that serves nobody and keeps no process alive; undefined where it is another's. */
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

/** Why no server could listen on this port now, by the system's code; undefined where one could. */
export function listenFault(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
