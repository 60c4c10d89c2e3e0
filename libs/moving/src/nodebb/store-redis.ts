import { createClient } from 'redis'
import type { Keyspace } from './keyspace.ts'

/** NodeBB on Redis; simultaneous requests are sent together. */
export async function openRedis(url: string): Promise<Keyspace> {
  const client = createClient({ url })
  // A broken connection fails the pending requests.
  client.on('error', () => {})
  await client.connect()
  return {
    hashes: (keys) =>
      Promise.all(
        keys.map(async (key) => {
          const hash = await client.hGetAll(key)
          return Object.keys(hash).length === 0 ? undefined : { ...hash }
        }),
      ),
    sorted: (keys) => Promise.all(keys.map((key) => client.zRangeWithScores(key, 0, -1))),
    lists: (keys) => Promise.all(keys.map((key) => client.lRange(key, 0, -1))),
    close: async () => client.destroy(),
  }
}
