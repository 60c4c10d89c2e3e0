import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** How long one attempt waits for a silent server, in milliseconds. */
const PATIENCE_MS = 30_000

/** The connection was made and closed before the server said anything. The system's refusals have a code. */
const isUnanswered = (stream: Duplex, error: Error & { code?: string }): boolean =>
  stream instanceof Socket && stream.bytesRead === 0 && error.code === undefined

/**
 * This process's attempts to connect to a server. Once it leaves one unanswered, a single patient attempt waits for it and
 * nobody else makes any: a server that was frozen first takes up each that was made meanwhile, whoever has given up.
 */
class Attempts {
  #isSilent = false
  #patient: Promise<void> | undefined

  /** Connects, by this stream. @throws Error if the server is silent until the stream is closed. */
  async make<Connected>(
    { connectionTimeoutMillis: _, ...config }: pg.ClientConfig,
    stream: Duplex,
    connect: () => Promise<Connected>,
  ): Promise<Connected> {
    if (this.#isSilent) {
      const givenUp = new Promise<void>((resolve) => stream.once('close', resolve))
      this.#patient ??= this.#wait(config)
      await Promise.race([this.#patient, givenUp])
      if (this.#isSilent || stream.destroyed)
        throw new Error('the database server leaves connections unanswered')
    }
    try {
      return await connect()
    } catch (error) {
      this.#isSilent ||= isUnanswered(stream, error as Error)
      throw error
    }
  }

  async #wait(config: pg.ClientConfig): Promise<void> {
    const client = new pg.Client(config).on('error', () => {})
    const { stream } = client.connection
    const late = setTimeout(() => stream.destroy(), PATIENCE_MS).unref()
    const connecting = client.connect()
    // A process that has nothing else to do ends.
    if (stream instanceof Socket) stream.unref()
    this.#isSilent = await connecting.then(
      () => false,
      (error) => isUnanswered(stream, error),
    )
    this.#patient = undefined
    clearTimeout(late)
    await client.end().catch(() => {})
  }
}

const byAddress = new Map<string, Attempts>()

/** The attempts to connect to the server at this address. */
export function attemptsTo(address: string): Attempts {
  const attempts = byAddress.get(address) ?? new Attempts()
  byAddress.set(address, attempts)
  return attempts
}
