import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the range from which systems take the ports of outgoing connections: a port that was found free stays so
 * until the server listens, and also while it restarts.
 */
const FIRST = 20_000
const LAST = 32_000

/** A TCP port that nobody listens on at this moment. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(FIRST, LAST)
    if (await isPortFree(port, host)) return port
  }
  throw new Error(`no free port between ${FIRST} and ${LAST} was found`)
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
