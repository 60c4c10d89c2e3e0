import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { ErrorDefinition } from '../errors/catalogue.ts'
import { requestId } from './request-id.ts'

const RETRY_AFTER_S = '1'

/** How many requests there may be at once, and what the others are answered. */
export interface Bound {
  readonly limit: number
  readonly refusal: (path: string) => ErrorDefinition
}

/** How a process is doing is asked most when it is busiest. */
const isHealth = ({ url }: IncomingMessage) => url?.startsWith('/health/') === true

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function refuse(request: IncomingMessage, response: ServerResponse, { status, message }: ErrorDefinition) {
  const body = JSON.stringify({ error: message })
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': RETRY_AFTER_S,
    'x-request-id': requestId(request),
  })
  response.end(body)
}

/**
 * Refuses what comes while `limit` requests are in progress: those then take as long as so many take and no
 * longer, whatever the rush. A request whose body is still on its way is not in progress, so that nobody fills the
 * places by sending slowly. Refusing stands before the framework and writes no log line: in a rush it is what the
 * process does most.
 */
function boundedBy({ limit, refusal }: Bound, registry: Registry) {
  let inProgress = 0
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused because as many as there may be were in progress.',
    registers: [registry],
  })

  return (handle: RequestListener): RequestListener =>
    (request, response) => {
      if (isHealth(request)) return handle(request, response)
      if (inProgress >= limit) {
        refused.inc()
        return refuse(request, response, refusal(request.url ?? '/'))
      }
      let state: 'arriving' | 'in progress' | 'over' = 'arriving'
      const enter = () => {
        if (state !== 'arriving') return
        state = 'in progress'
        inProgress += 1
      }
      // Comes after the answer, and also where the caller has gone or the connection broke.
      response.once('close', () => {
        if (state === 'in progress') inProgress -= 1
        state = 'over'
      })
      if (hasBody(request)) request.once('end', enter)
      else enter()
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
