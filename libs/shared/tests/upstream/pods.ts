import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A service process with an address of its own (any in 127.0.0.0/8) and a port shared by all of them. */
export interface Pod {
  address: string
  /** Requests answered, excluding probes. */
  requests: number
  connections: number
  isReady: boolean
  /** Accepts connections but never answers, not even probes, like a frozen process. */
  isFrozen: boolean
  answer: (request: IncomingMessage, response: ServerResponse) => void
  stop(): Promise<void>
}

const ok = (_request: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end('{"ok":true}')

export async function startPod(address: string, port: number): Promise<Pod & { port: number }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((request, response) => {
    if (pod.isFrozen) return
    if (request.url === '/health/ready') {
      response.writeHead(pod.isReady ? 200 : 503).end('{}')
      return
    }
    pod.requests += 1
    pod.answer(request, response)
  })
  server.on('connection', (socket) => {
    pod.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, address)
  await once(server, 'listening')
  const pod = {
    address,
    port: (server.address() as AddressInfo).port,
    requests: 0,
    connections: 0,
    isReady: true,
    isFrozen: false,
    answer: ok,
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return pod
}
