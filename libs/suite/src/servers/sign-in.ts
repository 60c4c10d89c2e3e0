import { Client } from '@agora/shared/database/client'
import { within } from '@agora/shared/lifecycle/within'
import { requireJetStream } from '@agora/shared/messaging/nats'
import { connectRedis } from '@agora/shared/redis/connect'

const BOUND_MS = 5_000
const OLDEST_POSTGRES = 14

async function postgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: BOUND_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await within(BOUND_MS, client.query('SHOW server_version_num'))
    const version = Math.floor(Number(rows[0].server_version_num) / 10_000)
    if (version < OLDEST_POSTGRES) throw new Error(`Postgres ${version} is older than ${OLDEST_POSTGRES}`)
  } finally {
    await client.end()
  }
}

async function redis(url: string): Promise<void> {
  const client = connectRedis(url, { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null })
  // What the server refuses comes by this way; the connection then only ends.
  let refused: Error | undefined
  client.on('error', (error: Error) => {
    refused ??= error
  })
  try {
    await within(BOUND_MS, client.connect())
    await within(BOUND_MS, client.ping())
  } catch (error) {
    throw refused ?? error
  } finally {
    client.disconnect()
  }
}

/** Signs in at a store once. Each throws, in the store's words, if it refuses that or lacks what is needed of it. */
export const signIn = { postgres, redis, nats: (url: string) => requireJetStream(url, 'agora-start') }
