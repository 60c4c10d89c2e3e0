import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type UpstreamName, urlsKeyOf } from '@agora/shared/contracts/services'
import { type Suite, startSuite } from '@agora/testing/suite'

export interface Seen {
  /** Increases from request to request, whichever upstream receives it. */
  position: number
  method: string
  url: string
  /** Alternating names and values, as they came. */
  rawHeaders: string[]
  headers: IncomingMessage['headers']
  body: string
}

export interface Upstream {
  url: string
  seen: Seen[]
  readonly connections: number
  /** How requests are answered; by default with 200 and `{}`. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Stops listening and closes the connections, like a killed process. */
  kill(): Promise<void>
  /** Listens again on the same port. */
  revive(): Promise<void>
}

export interface FrontedOptions {
  config?: Record<string, unknown>
  env?: Record<string, string>
  limits?: boolean
}

/** The gateway alone, with an upstream in the place of these services, which ends with it; `env` is the gateway's. */
export async function startFronted(
  replaced: readonly UpstreamName[],
  { config, env, limits = false }: FrontedOptions = {},
): Promise<{ suite: Suite; upstream: Upstream }> {
  const upstream = await startUpstream()
  const urls = Object.fromEntries(replaced.map((service) => [urlsKeyOf(service), upstream.url]))
  try {
    const suite = await startSuite({
      services: ['gateway'],
      limits,
      // Nothing that it would ask a service to set up.
      config: { sections: [], apps: [], ...config },
      env: { gateway: { ...urls, ...env } },
    })
    const close = async () => {
      await suite.close()
      await upstream.kill()
    }
    return { suite: { ...suite, close }, upstream }
  } catch (error) {
    await upstream.kill()
    throw error
  }
}

let seenSoFar = 0

/** A server in the place of a service, so that a test sees what the gateway sends. */
export async function startUpstream(): Promise<Upstream> {
  const sockets = new Set<Socket>()
  const seen: Seen[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/health/')) {
      response.end('{}')
      return
    }
    const chunks: Buffer[] = []
    request.on('error', () => {})
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    seen.push({
      position: ++seenSoFar,
      method: request.method ?? '',
      url: request.url ?? '',
      rawHeaders: request.rawHeaders,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    })
    upstream.answer(request, response)
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(handle)
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const upstream: Upstream = {
    url: `http://127.0.0.1:${port}`,
    seen,
    get connections() {
      return sockets.size
    },
    answer: (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    },
    kill: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    revive: async () => {
      server = await listen(port)
    },
  }
  return upstream
}
