import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The way to a server, which can be cut: as if the server were away, for those who go this way. */
export interface Relay {
  /** `url`, by this way. */
  through(url: string): string
  /** Ends all connections and refuses others. */
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const listen = async (at: number) => {
    const server = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(end)
        end.on('error', () => other.destroy())
        end.once('close', () => {
          sockets.delete(end)
          other.destroy()
        })
      }
      near.pipe(far).pipe(near)
    }).listen(at, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const own = (server.address() as AddressInfo).port
  return {
    through: (url) => {
      const relayed = new URL(url)
      relayed.hostname = '127.0.0.1'
      relayed.port = String(own)
      return relayed.href
    },
    cut: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      if (server.listening) await once(server, 'close')
    },
    mend: async () => {
      server = await listen(own)
    },
  }
}
