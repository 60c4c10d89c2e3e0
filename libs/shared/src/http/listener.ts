import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isEnded, letCallersFinish } from './soft-end.ts'
import { plainTarget } from './target.ts'

/** Time limits for callers, in milliseconds. */
const timeouts = {
  /** For the headers, whether or not any of them has come. */
  headersTimeout: 15_000,
  /** For a whole request. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  /** Longer than the gateway and common load balancers keep a connection unused: this end closes none first. */
  keepAliveTimeout: 72_000,
}

export type Handler<Response extends ServerResponse = ServerResponse> = (
  request: IncomingMessage,
  response: Response,
) => void

/** Makes the HTTP server that hands requests on to the framework. */
export type CreateListener = (handle: Handler) => HttpServer

/** Node's server, which hands on each request with its target in the one spelling that everything here judges. */
export function createListener(
  handle: Handler,
  options: { ServerResponse?: typeof ServerResponse } = {},
): HttpServer {
  // Who names no host, or several, is refused later, as the API refuses.
  const server = createServer({ ...timeouts, requireHostHeader: false, ...options })
  letCallersFinish(server)
  // Who has sent all and closes that direction still waits for the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  // A request with an expectation that means nothing here is one like all others (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('request', (request, response) => {
    if (isEnded(request.socket)) {
      // Nothing more is read, until the caller has read the last answer.
      request.socket.pause()
      return
    }
    request.url = plainTarget(request.url ?? '/')
    handle(request, response)
  })
  return server
}
