import { Client, type Dispatcher, Pool } from 'undici'

/** A connection is made within it or not at all, in milliseconds. */
const CONNECT_TIMEOUT_MS = 1_000
/** Behind every bound of a request, for what none of them sees, in milliseconds. */
const HEADERS_TIMEOUT_MS = 20_000
/** An answer that has begun and then says nothing for so long is given up, in milliseconds. */
const BODY_TIMEOUT_MS = 6_000
/** Below the services' own keep-alive of 72 s, so that it is this end which closes an idle connection. */
const KEEP_ALIVE_MS = 30_000
/** To a replica, for reads and for uploads each. */
const CONNECTIONS = 128
/**
 * Requests go round so many groups of connections, none of which takes requests for longer than this, in milliseconds:
 * behind an address that is a balancer's, processes that are added have their share of the connections soon, and so of
 * the requests.
 */
const LANES = 8
const CONNECTION_LIFETIME_MS = 10_000
const PROBE_TIMEOUT_MS = 1_000

type Callback = (error: Error | null, response: Dispatcher.ResponseData) => void

/** What the last look at a replica found. */
export type ReplicaState = 'ready' | 'not ready' | 'silent'

/** One process of a service, or a balancer that stands before several. */
export class Replica {
  readonly origin: string
  /** Takes requests, as far as is known. One that does not gets none while another one does. */
  isUp: boolean
  readonly #lanes: Lane[]
  /** For what carries a body: callers who send slowly hold these connections, and nobody's reads wait for them. */
  readonly #uploads: Lane
  /** Never waits behind requests. */
  readonly #probes: Client
  #turn = 0
  #probing: Promise<ReplicaState> | undefined

  constructor(origin: string, isUp: boolean) {
    this.origin = origin
    this.isUp = isUp
    this.#lanes = Array.from({ length: LANES }, () => new Lane(origin, CONNECTIONS / LANES))
    this.#uploads = new Lane(origin, CONNECTIONS)
    this.#probes = new Client(origin, { connectTimeout: CONNECT_TIMEOUT_MS })
  }

  send(options: Dispatcher.RequestOptions, isUpload: boolean, callback: Callback): void {
    this.#turn = (this.#turn + 1) % LANES
    const lane = isUpload ? this.#uploads : (this.#lanes[this.#turn] as Lane)
    lane.pool.request(options, callback)
  }

  /** Asks the replica how it is; whoever asks meanwhile gets the same answer. */
  probe(): Promise<ReplicaState> {
    this.#probing ??= this.#probe().then((state) => {
      this.#probing = undefined
      this.isUp = state === 'ready'
      return state
    })
    return this.#probing
  }

  async #probe(): Promise<ReplicaState> {
    const silence = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    try {
      const { statusCode, body } = await this.#probes.request({
        method: 'GET',
        path: '/health/ready',
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
    await Promise.all([...this.#lanes, this.#uploads, this.#probes].map((pool) => pool.destroy()))
  }

  /** Lets what is under way end, and takes nothing new. */
  async close(): Promise<void> {
    this.isUp = false
    await Promise.all([...this.#lanes, this.#uploads, this.#probes].map((pool) => pool.close()))
  }
}

/**
 * Connections that are replaced together; what is under way on the old ones ends there. Not undici's `clientTtl`: what
 * waits for a connection then waits for good where all of them have had their time.
 */
class Lane {
  readonly #open: () => Pool
  readonly #leaving = new Set<Pool>()
  #pool: Pool
  #until = 0

  constructor(origin: string, connections: number) {
    this.#open = () => poolOf(origin, connections)
    this.#pool = this.#open()
  }

  /** Takes the next request. */
  get pool(): Pool {
    const now = performance.now()
    if (now < this.#until || this.#pool.closed || this.#pool.destroyed) return this.#pool
    if (this.#until > 0) {
      void this.#leave(this.#pool)
      this.#pool = this.#open()
    }
    this.#until = now + CONNECTION_LIFETIME_MS
    return this.#pool
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#pool, ...this.#leaving].map((pool) => pool.destroy()))
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool, ...this.#leaving].map((pool) => this.#leave(pool)))
  }

  async #leave(pool: Pool): Promise<void> {
    this.#leaving.add(pool)
    await pool.close()
    this.#leaving.delete(pool)
  }
}

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
