import pg from 'pg'
import { addressesIn } from '../config/addresses.ts'

/** How long a server is waited for, in milliseconds: less than a request waits for a connection. */
const LOOK_TIMEOUT_MS = 2_000

/** The address of one of several servers. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** The servers of one address, one of which accepts writes while the others follow it. */
export class Servers {
  readonly #addresses: readonly string[]
  #primary: Promise<ServerAddress> | undefined

  constructor(url: string) {
    this.#addresses = addressesIn(url)
  }

  /** The one that accepts writes, cached until `forget`. All are asked at once, so that a frozen one delays nobody. */
  primary(): Promise<ServerAddress> {
    this.#primary ??= Promise.any(this.#addresses.map(look)).catch((error: AggregateError) => {
      this.#primary = undefined
      const reasons = error.errors.map(({ message }: Error) => message)
      throw new Error(`none of these servers takes writes: ${reasons.join('; ')}`)
    })
    return this.#primary
  }

  /** A connection to the primary was lost or failed: another server may have taken over. */
  forget(): void {
    this.#primary = undefined
  }
}

const known = new Map<string, Servers>()

/** All of a process's connections to one address share a cache. */
export function serversOf(url: string): Servers {
  const servers = known.get(url) ?? new Servers(url)
  known.set(url, servers)
  return servers
}

async function look(address: string): Promise<ServerAddress> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'agora-look',
    connectionTimeoutMillis: LOOK_TIMEOUT_MS,
  })
  client.on('error', () => {})
  await connectToPrimary(client, () => client.connect())
  client.end().catch(() => {})
  return { host: client.host, port: client.port }
}

/** Connects, and closes the connection if the server follows another one: Postgres says so from version 14 on. */
export async function connectToPrimary(client: pg.Client, connect: () => Promise<unknown>): Promise<void> {
  let isStandby = false
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName === 'in_hot_standby') isStandby = parameterValue === 'on'
  })
  await connect()
  if (!isStandby) return
  client.end().catch(() => {})
  throw new Error(`${client.host}:${client.port} follows another server`)
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}
