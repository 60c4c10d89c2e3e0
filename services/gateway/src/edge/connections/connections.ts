import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { LinkedQueue, type QueueNode } from '@agora/shared/collections/linked-queue'
import { common } from '@agora/shared/errors/common'
import { rawAnswer, refuseConnection } from '@agora/shared/http/malformed'
import { counter } from '@agora/shared/observability/instruments'
import type { Counter, Registry } from 'prom-client'
import { whenOver } from './over.ts'
import { Pace, type Patience } from './pace.ts'
import { Shares } from './shares.ts'

/** How many connections there may be, at once. */
export interface ConnectionLimits {
  readonly total: number
  /** How many one address may have; as many as may be where it is absent. */
  readonly perAddress?: number
  /** The key under which callers from this address are counted; undefined for a proxy, which forwards many callers. */
  readonly keyOf: (remoteAddress: string) => string | undefined
}

/** For a body, and for taking an answer. */
const patience: Patience = { silence: 15_000, grace: 30_000, leastPace: 1_024 }
const SWEEP_MS = 1_000
/**
 * Requests of one connection that may wait for their answers at once. As many as fit into one read are parsed together,
 * before anybody else's, and each waits in memory for its turn.
 */
const MAX_IN_A_ROW = 4
/** Requests beyond these that may be in memory until the ones before them are answered, of all connections. */
const MAX_UNANSWERED = 256

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
  idle?: QueueNode<Socket>
  /** Begin those that wait for the ones before them. */
  pending?: (() => void)[]
  /** To the newest request that will be answered. */
  lastResponse?: ServerResponse | undefined
  /** Requests that will not be answered. */
  unanswered: number
}

/** Why a connection is ended for its caller. */
const reasons = [
  'too many',
  'too many of one address',
  'too many in a row',
  'too slow to take',
  'too slow to send',
] as const

/**
 * Ends the connections of callers who neither send nor take, or so slowly that it comes to the same, and bounds how many
 * there are. Counts bytes that move on the wire, looks once a second, and so costs a request next to nothing.
 */
export class ConnectionWatch {
  readonly #limits: ConnectionLimits
  readonly #watched = new Map<Socket, Watched>()
  /** Kept for a next request; those that have waited for one the longest come first. */
  readonly #idle = new LinkedQueue<Socket>()
  readonly #ofAddress = new Shares()
  #unanswered = 0
  readonly #ended: Counter<'reason'>

  constructor(server: Server, registry: Registry, limits: ConnectionLimits) {
    this.#limits = limits
    this.#ended = counter(
      registry,
      'http_connections_ended_total',
      'Connections that were ended for their callers: too many, too many requests in a row, too slow to send, too slow to take.',
      { reason: reasons },
    )
    server.on('connection', (socket: Connection) => this.#begin(socket))
    // Nothing is tunnelled.
    server.on('connect', (_request, socket: Socket) => refuseConnection(socket, rawAnswer(common.notFound)))
    const sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref()
    server.once('close', () => clearInterval(sweeping))
  }

  /**
   * Handles a request when those before it on its connection are over: an answer made earlier would only wait in memory.
   * Never one of a connection too many. With one too many in a row the connection ends after the answers to those before
   * it, or at once if too many such requests wait for that.
   */
  inTurn(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    const socket: Connection = request.socket
    const one = socket[kWatched]
    if (!one) return
    if (one.open === MAX_IN_A_ROW || one.unanswered > 0) {
      this.#leaveUnanswered(socket, one)
      return
    }
    one.open += 1
    one.lastResponse = response
    if (one.idle) this.#idle.remove(one.idle)
    whenOver(request, response, () => this.#goOn(socket, one))
    if (one.open === 1) handle()
    else {
      one.pending ??= []
      one.pending.push(handle)
    }
  }

  /** Watches the body of this request as it comes. */
  expectBody(request: IncomingMessage): void {
    const one = (request.socket as Connection)[kWatched]
    if (one) one.request = request
  }

  #begin(socket: Connection): void {
    // Node has a listener of its own, until the connection is no longer its own.
    socket.on('error', () => {})
    if (this.#watched.size >= this.#limits.total && !this.#endLongestIdle()) {
      socket.destroy()
      return
    }
    if (!this.#count(socket)) {
      this.#ended.inc({ reason: 'too many of one address' })
      refuseConnection(socket, rawAnswer(common.tooManyRequests, 'Retry-After: 1\r\n'))
      return
    }
    const one: Watched = { arriving: new Pace(), leaving: new Pace(), open: 0, unanswered: 0 }
    // Asked for with each request, where a look into the map would take longer.
    socket[kWatched] = one
    this.#watched.set(socket, one)
    socket.on('close', () => this.#forget(socket))
  }

  /** Makes room for one connection too many; false if none is idle. */
  #endLongestIdle(): boolean {
    this.#ended.inc({ reason: 'too many' })
    const longestIdle = this.#idle.first?.value
    if (!longestIdle) return false
    this.#forget(longestIdle)
    longestIdle.destroy()
    return true
  }

  #forget(socket: Connection): void {
    const one = socket[kWatched]
    if (!one) return
    if (one.idle) this.#idle.remove(one.idle)
    this.#unanswered -= one.unanswered
    socket[kWatched] = undefined
    this.#watched.delete(socket)
  }

  #count(socket: Socket): boolean {
    const { perAddress, keyOf } = this.#limits
    const key = perAddress === undefined ? undefined : keyOf(socket.remoteAddress ?? '')
    if (key === undefined || perAddress === undefined) return true
    if (!this.#ofAddress.enter(key, perAddress)) return false
    socket.on('close', () => this.#ofAddress.leave(key))
    return true
  }

  #leaveUnanswered(socket: Connection, one: Watched): void {
    if (one.unanswered === 0) this.#ended.inc({ reason: 'too many in a row' })
    if (this.#unanswered === MAX_UNANSWERED) {
      this.#forget(socket)
      socket.destroy()
      return
    }
    this.#unanswered += 1
    one.unanswered += 1
    if (one.lastResponse) one.lastResponse.shouldKeepAlive = false
  }

  /** A request of this connection is over. */
  #goOn(socket: Connection, one: Watched): void {
    one.open -= 1
    if (!socket[kWatched]) return
    const next = one.pending?.shift()
    // Whatever else ends with this request ends first.
    if (next) process.nextTick(next)
    else if (one.open === 0) {
      one.idle = this.#idle.add(socket)
      one.lastResponse = undefined
    }
  }

  #sweep(): void {
    const now = performance.now()
    for (const [socket, one] of this.#watched) {
      if (socket.writableLength === 0) one.leaving.rest()
      else if (one.leaving.isTooSlow(socket.bytesWritten - socket.writableLength, now, patience)) {
        this.#ended.inc({ reason: 'too slow to take' })
        socket.destroy()
      }
      if (one.request?.complete) {
        one.request = undefined
        one.arriving.rest()
      }
      if (one.request && one.arriving.isTooSlow(socket.bytesRead, now, patience)) {
        this.#ended.inc({ reason: 'too slow to send' })
        refuseConnection(socket, rawAnswer(common.requestTimeout))
      }
    }
  }
}
