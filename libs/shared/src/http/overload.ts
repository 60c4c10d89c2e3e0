import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { ErrorDefinition } from '../errors/catalogue.ts'
import { EVERYWHERE } from './header-policy.ts'
import { requestId } from './request-id.ts'

const RETRY_AFTER_S = '1'

/** How many requests there may be at once, and what the others are answered. */
export interface Bound {
  readonly limit: number
  readonly refusal: (path: string) => ErrorDefinition
  /** What a refusal carries besides, as other answers do. */
  readonly headers?: (request: IncomingMessage) => Record<string, string>
}

/** How many requests may wait for their bodies at once, or for a connection to pass them on by. */
const MOST_ARRIVING = 1_000

/** How a process is doing is asked most when it is busiest. */
const isHealth = ({ url }: IncomingMessage) => url?.startsWith('/health/') === true

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function refuse(request: IncomingMessage, response: ServerResponse, { refusal, headers }: Bound): void {
  const { status, message } = refusal(request.url ?? '/')
  const body = JSON.stringify({ error: message })
  response.writeHead(status, {
    ...EVERYWHERE,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': RETRY_AFTER_S,
    'x-request-id': requestId(request),
    ...headers?.(request),
  })
  response.end(body)
}

/**
 * Calls back once a request is over: answered, or its connection gone. Of requests that were sent in a row without
 * waiting for answers, Node tells only the one being answered that the connection is gone.
 */
function overWatcher() {
  const waiting = new WeakMap<Socket, Set<() => void>>()

  return ({ socket }: IncomingMessage, response: ServerResponse, over: () => void): void => {
    const ofSocket = waiting.get(socket) ?? new Set()
    if (!waiting.has(socket)) {
      waiting.set(socket, ofSocket)
      socket.once('close', () => {
        for (const one of ofSocket) one()
      })
    }
    const once = () => {
      if (ofSocket.delete(once)) over()
    }
    ofSocket.add(once)
    response.once('close', once)
  }
}

/**
 * Refuses what comes while `limit` requests are in progress: those then take as long as so many take and no
 * longer, whatever the rush. A request whose body is still on its way is not in progress, so that nobody fills the
 * places by sending slowly; there is a bound of its own for those. Refusing stands before the framework and writes no log
 * line: in a rush it is what the process does most.
 */
function boundedBy(bound: Bound, registry: Registry) {
  const number = { arriving: 0, 'in progress': 0 }
  const whenOver = overWatcher()
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused because as many as there may be were in progress.',
    registers: [registry],
  })

  return (handle: RequestListener): RequestListener =>
    (request, response) => {
      if (isHealth(request)) return handle(request, response)
      let state: keyof typeof number = hasBody(request) ? 'arriving' : 'in progress'
      if (
        number['in progress'] >= bound.limit ||
        (state === 'arriving' && number.arriving >= MOST_ARRIVING)
      ) {
        refused.inc()
        return refuse(request, response, bound)
      }
      let isOver = false
      number[state] += 1
      whenOver(request, response, () => {
        isOver = true
        number[state] -= 1
      })
      request.once('end', () => {
        if (isOver || state === 'in progress') return
        number.arriving -= 1
        state = 'in progress'
        number[state] += 1
      })
      handle(request, response)
    }
}

/** Fastify's `serverFactory` for a server that bounds its requests; timeouts in milliseconds. */
export function boundedServer(
  bound: Bound,
  registry: Registry,
  timeouts: { requestTimeout: number; keepAliveTimeout: number },
): NonNullable<FastifyServerOptions['serverFactory']> {
  const bounded = boundedBy(bound, registry)
  return (handle) => createServer(timeouts, bounded(handle))
}
