import type { Readable } from 'node:stream'
import { startCall } from '@agora/shared/observability/spans'
import { type Dispatcher, Pool } from 'undici'

type Callback = (error: Error | null, response: Dispatcher.ResponseData) => void
export type UpstreamRequest = Dispatcher.RequestOptions

interface Replica {
  url: string
  pool: Pool
  /** For what carries a body: callers who send slowly hold these connections, and nobody's reads wait for them. */
  uploads: Pool
  /** Ready, as far as is known. A replica that is not gets no requests while another one is. */
  isUp: boolean
}

const CONNECT_TIMEOUT_MS = 1_000
/** Longer than any answer of the contract takes: POST /outbound_email waits up to ten seconds. */
const ANSWER_TIMEOUT_MS = 20_000
/** Below the services' own keep-alive of 72 s, so that it is this end which closes an idle connection. */
const KEEP_ALIVE_MS = 30_000
/** To a replica, for reads and for uploads each. */
const CONNECTIONS = 128
const PROBE_INTERVAL_MS = 500
const PROBE_TIMEOUT_MS = 2_000

/** The connection was never made: whatever was to be sent has not been. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** The connection broke before an answer: the replica may or may not have acted. */
const broke = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const safeToRepeat = new Set(['GET', 'HEAD'])

const codeOf = (error: Error): string => (error as { code?: string }).code ?? ''
const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body

/**
 * The replicas of one service. Requests go round; a replica that is not ready, leaving or out of reach is left out until
 * it is ready again; a request that is known to have had no effect, or may have it twice, is tried at the others.
 * The interface is the part of undici's Dispatcher that @fastify/reply-from asks for.
 */
export class Replicas {
  readonly #replicas: Replica[]
  readonly #watch: NodeJS.Timeout | undefined
  #next = 0

  constructor(urls: readonly string[]) {
    this.#replicas = urls.map((url) => ({ url, isUp: true, pool: poolOf(url), uploads: poolOf(url) }))
    // Where there is no other, there is nothing to choose.
    if (urls.length > 1) this.#watch = setInterval(() => this.#replicas.map(probe), PROBE_INTERVAL_MS).unref()
  }

  get isEmpty(): boolean {
    return this.#replicas.length === 0
  }

  get urls(): readonly string[] {
    return this.#replicas.map(({ url }) => url)
  }

  /** As undici's `request` with a callback, without the origin; in the trace that the header `traceparent` names. */
  request(options: UpstreamRequest, callback: Callback): void {
    this.#attempt({ ...options, origin: undefined } as UpstreamRequest, callback, [])
  }

  /** The same with a promise, for the gateway's own calls. */
  send(options: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    return new Promise((resolve, reject) => {
      this.request(options, (error, response) => (error ? reject(error) : resolve(response)))
    })
  }

  #attempt(options: UpstreamRequest, callback: Callback, tried: Replica[]): void {
    const replica = this.#pick(tried)
    if (!replica) {
      callback(new Error('no replica is configured'), undefined as unknown as Dispatcher.ResponseData)
      return
    }
    const given = options.headers as Record<string, string> | undefined
    const call = startCall(given?.traceparent ?? null, options.method, replica.url, options.path)
    const headers = { ...given, ...call.headers }
    const pool = isStream(options.body) ? replica.uploads : replica.pool
    pool.request({ ...options, headers }, (error, response) => {
      call.end(response?.statusCode)
      const again = () => this.#attempt(options, callback, [...tried, replica])
      const othersLeft = tried.length + 1 < this.#replicas.length
      if (error) {
        const unsent = neverConnected.has(codeOf(error))
        if (unsent) replica.isUp = false
        const repeatable = unsent ? !isStream(options.body) : safeToRepeat.has(options.method)
        if (othersLeft && repeatable && (unsent || broke.has(codeOf(error)))) return again()
        // A lone replica that closed an idle connection just as it was used: one new connection is worth a try.
        if (!othersLeft && tried.length === 0 && broke.has(codeOf(error)) && safeToRepeat.has(options.method))
          return this.#attempt(options, callback, this.#replicas)
      } else if (isLeaving(response)) {
        replica.isUp = false
      }
      callback(error, response)
    })
  }

  /** In turn among those that are up; where none is, among those not yet tried; the last resort is one tried already. */
  #pick(tried: readonly Replica[]): Replica | undefined {
    const untried = this.#replicas.filter((replica) => !tried.includes(replica))
    const rest = untried.length > 0 ? untried : this.#replicas
    const up = rest.filter(({ isUp }) => isUp)
    const candidates = up.length > 0 ? up : rest
    this.#next = (this.#next + 1) % Number.MAX_SAFE_INTEGER
    return candidates[this.#next % candidates.length]
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    await Promise.all(this.#replicas.flatMap(({ pool, uploads }) => [pool.destroy(), uploads.destroy()]))
  }
}

function poolOf(url: string): Pool {
  return new Pool(new URL(url).origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  })
}

/** A replica that is being stopped serves on and says so with every answer. */
const isLeaving = ({ headers }: Dispatcher.ResponseData): boolean => headers.connection === 'close'

/** Finds out before a request does. A replica too busy to tell in time stays what it was. */
async function probe(replica: Replica): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    const { statusCode, body } = await replica.pool.request({ method: 'GET', path: '/health/ready', signal })
    await body.dump()
    replica.isUp = statusCode === 200
  } catch (error) {
    if (error instanceof Error && error.name !== 'TimeoutError') replica.isUp = false
  }
}
