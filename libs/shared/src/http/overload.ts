import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Counter, type Registry } from 'prom-client'
import type { ErrorDefinition } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { EVERYWHERE } from './header-policy.ts'
import { whenOver } from './over.ts'
import { requestId } from './request-id.ts'

const RETRY_AFTER_S = '1'

/** How many requests there may be at once, and what the others are answered. */
export interface Bound {
  readonly limit: number
  /** Of one caller, for those of whom a proxy brings many in one connection; no such bound where it is absent. */
  readonly perCaller?: { limit: number; keyOf: (request: IncomingMessage) => string | undefined }
  readonly refusal: (path: string) => ErrorDefinition
  /** What a refusal carries besides, as other answers do. */
  readonly headers?: (request: IncomingMessage) => Record<string, string>
}

/** How many requests may wait for their bodies at once. */
const MOST_ARRIVING = 1_000

/** How a process is doing is asked most when it is busiest. */
const isHealth = ({ url }: IncomingMessage) => url?.startsWith('/health/') === true

const BODILESS = new Set(['GET', 'HEAD'])

/** Whether a body is read of the request: of what only reads, none is, whatever it brings. */
export const hasBody = ({ method = 'GET', headers }: IncomingMessage) =>
  !BODILESS.has(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** Tells when all of the answer has been given, whether or not the caller has taken it. */
export class CountedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #given: (() => void) | undefined

  /** Calls back when the answer has been given, at most once. */
  onGiven(given: () => void): void {
    this.#given = given
  }

  /** Nothing is left to do for this request but to wait for the caller. */
  given(): void {
    this.#given?.()
    this.#given = undefined
  }

  override end(...args: unknown[]): this {
    super.end(...(args as []))
    this.given()
    return this
  }
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message }: ErrorDefinition,
  headers: Bound['headers'],
): void {
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

/** Counts what each caller has going; answers whether there may be one more, which is then to be `left`. */
class Shares {
  readonly #number = new Map<string, number>()

  enter(key: string, limit: number): boolean {
    const number = this.#number.get(key) ?? 0
    if (number >= limit) return false
    this.#number.set(key, number + 1)
    return true
  }

  leave(key: string): void {
    const left = (this.#number.get(key) ?? 1) - 1
    if (left === 0) this.#number.delete(key)
    else this.#number.set(key, left)
  }
}

/** What makes room for a request whose body is about to come; the longest on its way is the first. */
class Arrivals {
  readonly #giveUp = new Map<IncomingMessage, () => void>()

  get size(): number {
    return this.#giveUp.size
  }

  add(request: IncomingMessage, giveUp: () => void): void {
    const [oldest] = this.#giveUp.entries()
    if (oldest && this.size >= MOST_ARRIVING) {
      this.#giveUp.delete(oldest[0])
      oldest[1]()
    }
    this.#giveUp.set(request, giveUp)
  }

  delete(request: IncomingMessage): boolean {
    return this.#giveUp.delete(request)
  }
}

/**
 * Refuses what comes while `limit` requests are in progress: those then take as long as so many take and no
 * longer, whatever the rush. In progress is what this process works on: neither a body that is still on its way nor an
 * answer that its caller does not take, so that nobody fills the places by being slow. Of bodies on their way the
 * longest gives way to a new one. Refusing stands before the framework and writes no log line: in a rush it is what
 * the process does most.
 */
export function boundRequests(bound: Bound, registry: Registry) {
  const { limit, perCaller, refusal, headers } = bound
  let inProgress = 0
  const arrivals = new Arrivals()
  const shares = new Shares()
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused because as many as there may be were in progress: busy, of all; share, of one caller.',
    labelNames: ['reason'] as const,
    registers: [registry],
  })
  for (const reason of ['busy', 'share'] as const) refused.inc({ reason }, 0)

  const isOneTooManyOf = (request: IncomingMessage, response: ServerResponse): boolean => {
    const key = perCaller?.keyOf(request)
    if (!perCaller || key === undefined) return false
    if (!shares.enter(key, perCaller.limit)) return true
    whenOver(request, response, () => shares.leave(key))
    return false
  }

  return (handle: RequestListener<typeof IncomingMessage, typeof CountedResponse>): typeof handle =>
    (request, response) => {
      if (isHealth(request)) return handle(request, response)
      if (inProgress >= limit) {
        refused.inc({ reason: 'busy' })
        return refuse(request, response, refusal(request.url ?? '/'), headers)
      }
      if (isOneTooManyOf(request, response)) {
        refused.inc({ reason: 'share' })
        return refuse(request, response, common.tooManyRequests, headers)
      }
      let isOver = false
      let isInProgress = false
      const begin = () => {
        if (isOver) return
        isInProgress = true
        inProgress += 1
      }
      const over = () => {
        if (isOver) return
        isOver = true
        if (isInProgress) inProgress -= 1
        else arrivals.delete(request)
      }
      whenOver(request, response, over)
      response.onGiven(over)
      if (hasBody(request)) {
        arrivals.add(request, () => request.socket.destroy())
        request.once('end', () => {
          if (arrivals.delete(request)) begin()
        })
      } else begin()
      handle(request, response)
    }
}
