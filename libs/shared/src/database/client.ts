import pg from 'pg'
import { addressesIn } from '../config/addresses.ts'
import { attemptsTo } from './attempts.ts'
import { connectToPrimary, type Servers, serversOf } from './servers.ts'

/**
 * pg's client, for an address that may name several servers: `postgresql://user:password@a:5432,b:5432/agora`. Connects
 * to the one that accepts writes at the time.
 */
export class Client extends pg.Client {
  readonly #config: pg.ClientConfig
  readonly #servers: Servers | undefined

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '' } = config
    const [first, ...others] = addressesIn(connectionString)
    const ofOne = { ...config, connectionString: first }
    super(ofOne)
    this.#config = ofOne
    if (others.length > 0) this.#servers = serversOf(connectionString)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connecting = this.#servers ? this.#toPrimary(this.#servers) : this.#toTheOne()
    if (!callback) return connecting
    connecting.then(() => callback(null as unknown as Error), callback)
  }

  #toTheOne(): Promise<pg.Client> {
    const address = this.#config.connectionString ?? `${this.host}:${this.port}`
    return attemptsTo(address).make(this.#config, this.connection.stream, () => super.connect())
  }

  async #toPrimary(servers: Servers): Promise<pg.Client> {
    const address = await servers.primary()
    // The caller has given up waiting.
    if (this.connection.stream.destroyed) throw new Error('no server was found in time')
    Object.assign(this, address)
    this.on('error', () => servers.forget())
    try {
      await connectToPrimary(this, () => super.connect())
      return this
    } catch (error) {
      servers.forget()
      throw error
    }
  }
}
