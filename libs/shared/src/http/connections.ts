import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { Counter, type Registry } from 'prom-client'
import { Line, type Place } from '../collections/line.ts'
import { newId } from '../contracts/ids.ts'
import type { ErrorDefinition } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { whenOver } from './over.ts'
import { Pace, type Patience } from './pace.ts'

/** How many connections there may be, at once. */
export interface ConnectionLimits {
  readonly total: number
  /** Of one address; as many as may be where it is absent. */
  readonly perAddress?: number
  /** The key under which callers from this address are counted; undefined for a proxy, which forwards many callers. */
  readonly keyOf: (remoteAddress: string) => string | undefined
}

/** Time limits for callers, in milliseconds. */
export const timeouts = {
  /** For the headers, whether or not any of them has come. */
  headersTimeout: 15_000,
  /** For a whole request. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  /** Longer than the gateway and common load balancers keep a connection unused: this end closes none first. */
  keepAliveTimeout: 72_000,
}

/** For a body, and for taking an answer. */
const patience: Patience = { silence: 15_000, grace: 30_000, leastPace: 1_024 }
const SWEEP_MS = 1_000
/**
 * Requests of one connection that may wait for their answers at once. As many as fit into one read are parsed together,
 * before anybody else's, and each waits in memory for its turn.
 */
const MOST_IN_A_ROW = 4
/** Requests beyond these that may be in memory until the ones before them are answered, of all connections. */
const MOST_UNANSWERED = 256
/** Time for a refused caller to read the response, in milliseconds. */
const LINGER_MS = 1_000

const kWatched = Symbol('how this connection is watched')
type Connection = Socket & { [kWatched]?: Watched | undefined }

interface Watched {
  readonly arriving: Pace
  readonly leaving: Pace
  /** Whose body is on its way. */
  request?: IncomingMessage | undefined
  /** Requests that are not over. */
  open: number
  /** Among the idle connections; undefined until the first request is over. */
  place?: Place<Socket>
  /** Begin those that wait for the ones before them. */
  waiting?: (() => void)[]
  /** To the newest request that will be answered. */
  lastResponse?: ServerResponse | undefined
  /** Requests that will not be answered. */
  unanswered: number
}

/** What watches the connections of a server. */
export interface ConnectionWatch {
  /**
   * Handles a request when those before it on its connection are over: an answer made earlier would only wait in memory.
   * Never one of a connection too many. With one too many in a row the connection ends after the answers to those before
   * it, or at once if too many such requests wait for that.
   */
  inTurn(request: IncomingMessage, response: ServerResponse, handle: () => void): void
  /** Watches the body of this request as it comes. */
  expectBody(request: IncomingMessage): void
}

/** An answer to whoever has sent no request that could be answered. */
function rawAnswer({ status, message }: ErrorDefinition, headers = ''): string {
  const body = JSON.stringify({ error: message })
  return (
    `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
    `Date: ${new Date().toUTCString()}\r\nX-Request-Id: ${newId()}\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n${body}`
  )
}

const refused = new WeakSet<Socket>()

/**
 * Answers outside of any request and hangs up a little later: closing while something is unread would discard the answer.
 * An answer that has begun is not written into.
 */
function refuseConnection(socket: Socket, text: string): void {
  if (refused.has(socket)) return
  refused.add(socket)
  // As Node's own handler asks.
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse }
  if (!socket.writable || current?.headersSent) {
    socket.destroy()
    return
  }
  socket.end(text)
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/**
 * Lets a caller who is still sending read the last answer: closing at once would reset the connection, and the reset
 * discards what has not been read yet.
 */
function endSoftly(socket: Socket, answered: () => IncomingMessage | undefined): void {
  const end = socket.destroySoon
  // What Node calls after the last answer.
  socket.destroySoon = () => {
    const request = answered()
    if (!request || request.complete) return end.call(socket)
    request.resume()
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/** Why a connection is ended for its caller. */
const reasons = [
  'too many',
  'too many of one address',
  'too many in a row',
  'too slow to take',
  'too slow to send',
] as const

const refusals: Record<string, ErrorDefinition> = {
  ERR_HTTP_REQUEST_TIMEOUT: common.requestTimeout,
  HPE_HEADER_OVERFLOW: common.headersTooLarge,
}

/** What Node tells of a request that it could not parse. */
interface ParserError extends NodeJS.ErrnoException {
  /** What came last: a Buffer, whatever the framework's types say. */
  rawPacket?: unknown
}

/** Of headers that were too large in all: whether not even the request line came to an end. */
const isTargetTooLong = ({ rawPacket }: ParserError): boolean =>
  Buffer.isBuffer(rawPacket) && /^[A-Z]+ [^\r\n]*$/.test(rawPacket.toString('latin1', 0, maxHeaderSize))

/** Of a request line that the parser stumbled over: whether it is in order but for the method (RFC 9110, section 9.1). */
const hasUnknownMethod = ({ code, rawPacket }: ParserError): boolean =>
  code === 'HPE_INVALID_METHOD' &&
  Buffer.isBuffer(rawPacket) &&
  /^[A-Z-]+ \S+ HTTP\/1\.[01]\r?\n/.test(rawPacket.toString('latin1', 0, maxHeaderSize))

function refusalOf(error: ParserError): ErrorDefinition {
  if (hasUnknownMethod(error)) return common.unknownMethod
  const refusal = refusals[error.code ?? ''] ?? common.malformedRequest
  return refusal === common.headersTooLarge && isTargetTooLong(error) ? common.targetTooLong : refusal
}

/** Answers what is no HTTP, or came too slowly: Node's `clientError`. */
export function refuseMalformed(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  refuseConnection(socket, rawAnswer(refusalOf(error)))
}

/**
 * Ends the connections of callers who neither send nor take, or so slowly that it comes to the same, and bounds how many
 * there are. Counts bytes that move on the wire, looks once a second, and so costs a request next to nothing.
 */
export function watchConnections(
  server: Server,
  registry: Registry,
  limits?: ConnectionLimits,
): ConnectionWatch {
  const watched = new Map<Socket, Watched>()
  /** Kept for a next request; those that have waited for one the longest come first. */
  const idle = new Line<Socket>()
  const ofAddress = new Map<string, number>()
  let unanswered = 0
  const ended = new Counter({
    name: 'http_connections_ended_total',
    help: 'Connections that were ended for their callers: too many, too many requests in a row, too slow to send, too slow to take.',
    labelNames: ['reason'] as const,
    registers: [registry],
  })
  for (const reason of reasons) ended.inc({ reason }, 0)

  const forget = (socket: Connection) => {
    const one = socket[kWatched]
    if (!one) return
    if (one.place) idle.remove(one.place)
    unanswered -= one.unanswered
    socket[kWatched] = undefined
    watched.delete(socket)
  }

  const count = (socket: Socket): boolean => {
    const key = limits?.perAddress === undefined ? undefined : limits.keyOf(socket.remoteAddress ?? '')
    if (key === undefined) return true
    const number = ofAddress.get(key) ?? 0
    if (number >= (limits?.perAddress ?? 0)) return false
    ofAddress.set(key, number + 1)
    socket.on('close', () => {
      const left = (ofAddress.get(key) ?? 1) - 1
      if (left === 0) ofAddress.delete(key)
      else ofAddress.set(key, left)
    })
    return true
  }

  server.on('connection', (socket: Connection) => {
    // Node has a listener of its own, until the connection is no longer its own.
    socket.on('error', () => {})
    if (limits && watched.size >= limits.total) {
      ended.inc({ reason: 'too many' })
      const longestIdle = idle.first?.value
      if (!longestIdle) {
        socket.destroy()
        return
      }
      forget(longestIdle)
      longestIdle.destroy()
    }
    if (!count(socket)) {
      ended.inc({ reason: 'too many of one address' })
      refuseConnection(socket, rawAnswer(common.tooManyRequests, 'Retry-After: 1\r\n'))
      return
    }
    const one: Watched = { arriving: new Pace(), leaving: new Pace(), open: 0, unanswered: 0 }
    // Asked for with each request, where a look into the map would take longer.
    socket[kWatched] = one
    watched.set(socket, one)
    endSoftly(socket, () => one.lastResponse?.req)
    socket.on('close', () => forget(socket))
  })

  // Nothing is tunnelled.
  server.on('connect', (_request, socket: Socket) => refuseConnection(socket, rawAnswer(common.notFound)))

  const leaveUnanswered = (socket: Connection, one: Watched) => {
    if (one.unanswered === 0) ended.inc({ reason: 'too many in a row' })
    if (unanswered === MOST_UNANSWERED) {
      forget(socket)
      socket.destroy()
      return
    }
    unanswered += 1
    one.unanswered += 1
    if (one.lastResponse) one.lastResponse.shouldKeepAlive = false
  }

  const sweep = () => {
    const now = performance.now()
    for (const [socket, one] of watched) {
      if (socket.writableLength === 0) one.leaving.rest()
      else if (one.leaving.isTooSlow(socket.bytesWritten - socket.writableLength, now, patience)) {
        ended.inc({ reason: 'too slow to take' })
        socket.destroy()
      }
      if (one.request?.complete) {
        one.request = undefined
        one.arriving.rest()
      }
      if (one.request && one.arriving.isTooSlow(socket.bytesRead, now, patience)) {
        ended.inc({ reason: 'too slow to send' })
        refuseConnection(socket, rawAnswer(common.requestTimeout))
      }
    }
  }
  const sweeping = setInterval(sweep, SWEEP_MS).unref()
  server.once('close', () => clearInterval(sweeping))

  return {
    inTurn: (request, response, handle) => {
      const socket: Connection = request.socket
      const one = socket[kWatched]
      if (!one) return
      if (one.open === MOST_IN_A_ROW || one.unanswered > 0) {
        leaveUnanswered(socket, one)
        return
      }
      one.open += 1
      one.lastResponse = response
      if (one.place) idle.remove(one.place)
      whenOver(request, response, () => {
        one.open -= 1
        if (!socket[kWatched]) return
        const next = one.waiting?.shift()
        // Whatever else ends with this request ends first.
        if (next) process.nextTick(next)
        else if (one.open === 0) {
          one.place = idle.add(socket)
          one.lastResponse = undefined
        }
      })
      if (one.open === 1) handle()
      else {
        one.waiting ??= []
        one.waiting.push(handle)
      }
    },
    expectBody: (request) => {
      const one = (request.socket as Connection)[kWatched]
      if (one) one.request = request
    },
  }
}
