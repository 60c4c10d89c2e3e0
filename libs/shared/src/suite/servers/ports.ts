import { createServer } from 'node:net'

/** A TCP port that nobody listens on at this moment, chosen by the system. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return probe(0, host)
}

/** Whether a server could listen on this port now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    await probe(port, host)
    return true
  } catch {
    return false
  }
}

function probe(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const found = typeof address === 'object' && address !== null ? address.port : port
      server.close(() => resolve(found))
    })
  })
}
