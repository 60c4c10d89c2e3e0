import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The way to a server, which can be cut or frozen: as if the server were away or hung, for those who go this way. */
export interface Relay {
  /** `url`, by this way. */
  through(url: string): string
  /** Ends all connections and refuses others. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Takes connections, and brings nothing through any more, once so many bytes have come back. */
  freeze(afterBytes?: number): void
  thaw(): void
}

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const ways = new Set<readonly [near: Socket, far: Socket]>()
  let bytesLeft = Number.POSITIVE_INFINITY
  const open = ([near, far]: readonly [Socket, Socket]) => near.pipe(far).pipe(near)
  const hold = ([near, far]: readonly [Socket, Socket]) => {
    near.unpipe(far).pause()
    far.unpipe(near).pause()
  }
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
      const way = [near, far] as const
      ways.add(way)
      near.once('close', () => ways.delete(way))
      if (bytesLeft > 0) open(way)
      far.on('data', ({ length }: Buffer) => {
        bytesLeft -= length
        if (bytesLeft <= 0) ways.forEach(hold)
      })
      if (bytesLeft <= 0) hold(way)
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
    freeze: (afterBytes = 0) => {
      bytesLeft = afterBytes
      if (afterBytes === 0) ways.forEach(hold)
    },
    thaw: () => {
      bytesLeft = Number.POSITIVE_INFINITY
      ways.forEach(open)
    },
  }
}
