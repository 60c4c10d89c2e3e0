import { Client, type Dispatcher, Pool } from 'undici'

/** A connection is made within it or not at all, in milliseconds. */
const CONNECT_TIMEOUT_MS = 1_000
/** Behind every bound of a request, for what none of them sees, in milliseconds. */
const HEADERS_TIMEOUT_MS = 20_000
/**
 * How long a response that has begun can be silent before it is given up, in milliseconds: twice the interval between
 * the comments of an event stream. Readers of finite responses set their own limit.
 */
const BODY_TIMEOUT_MS = 30_000
/** Below the services' own keep-alive of 72 s, so that it is this end which closes an idle connection. */
const KEEP_ALIVE_MS = 30_000
/** To a endpoint. */
const CONNECTIONS = 128
/** Requests that may wait for one of the connections of a group. */
const MAX_WAITING = 64
/**
 * Requests rotate among this many groups of connections, each of which takes requests for at most this long, in
 * milliseconds: behind a load balancer's address, added processes soon get their share of the connections, and so of
 * the requests.
 */
const GROUPS = 8
const CONNECTION_LIFETIME_MS = 10_000
const PROBE_TIMEOUT_MS = 1_000

export type Callback = (error: Error | null, response: Dispatcher.ResponseData) => void

/** A request that was not sent: too many wait for this endpoint, or nobody waits for its answer any more. */
export class UnsentError extends Error {}

/** What a probe carries, so that a endpoint can tell whether it would serve such requests. */
export type ProbeHeaders = () => Record<string, string> | Promise<Record<string, string>>

/** What the last look at a endpoint found. */
export type EndpointState = 'ready' | 'not ready' | 'silent'

/** One process of a service, or a balancer that stands before several. */
export class Endpoint {
  readonly origin: string
  /** Takes requests, as far as is known. One that does not gets none while another one does. */
  isUp: boolean
  readonly #groups: ConnectionGroup[]
  /** Never waits behind requests. */
  readonly #probes: Client
  readonly #probeHeaders: ProbeHeaders
  #turn = 0
  #probing: Promise<EndpointState> | undefined

  constructor(origin: string, isUp: boolean, probeHeaders: ProbeHeaders = () => ({})) {
    this.#probeHeaders = probeHeaders
    this.origin = origin
    this.isUp = isUp
    this.#groups = Array.from({ length: GROUPS }, () => new ConnectionGroup(origin, CONNECTIONS / GROUPS))
    this.#probes = new Client(origin, { connectTimeout: CONNECT_TIMEOUT_MS })
  }

  /** Sends a request when a connection is free and `isWanted` still. */
  send(options: Dispatcher.RequestOptions, isWanted: () => boolean, callback: Callback): void {
    this.#turn = (this.#turn + 1) % GROUPS
    ;(this.#groups[this.#turn] as ConnectionGroup).send({ options, isWanted, callback })
  }

  /** Probes the endpoint; concurrent callers share the result. */
  probe(): Promise<EndpointState> {
    this.#probing ??= this.#probe().then((state) => {
      this.#probing = undefined
      this.isUp = state === 'ready'
      return state
    })
    return this.#probing
  }

  async #probe(): Promise<EndpointState> {
    const silence = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    try {
      const { statusCode, body } = await this.#probes.request({
        method: 'GET',
        path: '/health/ready',
        headers: await this.#probeHeaders(),
        signal: silence,
      })
      await body.dump()
      return statusCode === 200 ? 'ready' : 'not ready'
    } catch {
      return silence.aborted ? 'silent' : 'not ready'
    }
  }

  /** Ends what is under way. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#groups, this.#probes].map((pool) => pool.destroy()))
  }

  /** Finishes requests in progress and takes no new ones. */
  async close(): Promise<void> {
    this.isUp = false
    await Promise.all([...this.#groups, this.#probes].map((pool) => pool.close()))
  }
}

interface Sending {
  options: Dispatcher.RequestOptions
  isWanted: () => boolean
  callback: Callback
}

/**
 * Connections that are replaced together; what is under way on the old ones ends there. Not undici's `clientTtl`: what
 * waits for a connection then waits for good where all of them have had their time. Nor undici's queue: it has no bound,
 * and sends what nobody waits for any more.
 */
class ConnectionGroup {
  readonly #connections: number
  readonly #open: () => Pool
  readonly #leaving = new Set<Pool>()
  readonly #waiting: Sending[] = []
  #pool: Pool
  #until = 0
  #unanswered = 0
  /** Answers without an end on the connections of the pool. */
  #streams = 0

  constructor(origin: string, connections: number) {
    this.#connections = connections
    this.#open = () => poolOf(origin, connections)
    this.#pool = this.#open()
  }

  send(sending: Sending): void {
    if (this.#unanswered < this.#connections) this.#dispatch(sending)
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(sending)
    else sending.callback(new UnsentError('too many requests wait for the endpoint'), none)
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#pool, ...this.#leaving].map((pool) => pool.destroy()))
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool, ...this.#leaving].map((pool) => this.#leave(pool)))
  }

  #dispatch({ options, callback }: Sending): void {
    this.#unanswered += 1
    const pool = this.#current()
    pool.request(options, (error, response) => {
      this.#unanswered -= 1
      if (!error && isEventStream(response.headers)) this.#holdFor(pool)
      callback(error, response)
      this.#next()
    })
  }

  #next(): void {
    while (this.#unanswered < this.#connections) {
      const next = this.#waiting.shift()
      if (!next) return
      if (next.isWanted()) this.#dispatch(next)
      else next.callback(new UnsentError('nobody waits for the answer'), none)
    }
  }

  /** The pool that takes the next request. */
  #current(): Pool {
    const now = performance.now()
    if (now < this.#until || this.#pool.closed || this.#pool.destroyed) return this.#pool
    if (this.#until > 0) this.#replace()
    this.#until = now + CONNECTION_LIFETIME_MS
    return this.#pool
  }

  /** Streams hold their connections for as long as they last: before they hold most of a pool, it is left to them. */
  #holdFor(pool: Pool): void {
    if (pool !== this.#pool) return
    this.#streams += 1
    if (this.#streams >= this.#connections / 2) this.#replace()
  }

  #replace(): void {
    void this.#leave(this.#pool)
    this.#pool = this.#open()
    this.#streams = 0
  }

  async #leave(pool: Pool): Promise<void> {
    this.#leaving.add(pool)
    await pool.close()
    this.#leaving.delete(pool)
  }
}

/** An answer without an end. Its service says so with this type. */
export const isEventStream = ({ 'content-type': type }: { 'content-type'?: unknown }): boolean =>
  String(type).startsWith('text/event-stream')

/** What undici passes along with an error. */
const none = undefined as unknown as Dispatcher.ResponseData

function poolOf(origin: string, connections: number): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
  })
}
