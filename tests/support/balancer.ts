import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const PROBE_INTERVAL_MS = 100

/**
 * A cluster's load balancer: passes each connection on to the next replica that reports ready. The replicas may be
 * named later than the address is needed.
 */
export class Balancer {
  readonly url: string
  #server: ReturnType<typeof createServer>
  #sockets = new Set<Socket>()
  #timer: NodeJS.Timeout | undefined
  #ready: URL[] = []
  #turn = 0

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('connection', (socket) => this.#pass(socket))
  }

  static async start(): Promise<Balancer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Balancer(server)
  }

  async serve(urls: readonly string[]): Promise<void> {
    const probe = async () => {
      const answers = await Promise.all(urls.map(isReady))
      this.#ready = urls.filter((_, index) => answers[index]).map((url) => new URL(url))
    }
    await probe()
    this.#timer = setInterval(probe, PROBE_INTERVAL_MS)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #pass(socket: Socket): void {
    this.#turn += 1
    const target = this.#ready[this.#turn % this.#ready.length]
    if (!target) {
      socket.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    for (const end of [socket, upstream]) {
      this.#sockets.add(end)
      end.once('close', () => this.#sockets.delete(end))
    }
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
    socket.pipe(upstream).pipe(socket)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}
