import { connectNats } from '@agora/shared/messaging/nats'
import { hasCode } from '@agora/shared/messaging/streams'
import { createLogger } from '@agora/shared/observability/logger'
import type { Suite } from '@agora/testing/suite'
import pg from 'pg'
import { createClient } from 'redis'

const NO_MESSAGE_FOUND = 10037

/** Everything that is stored or written anywhere, as text, to search for what must not be there. */
export async function dumpAll(suite: Suite): Promise<string> {
  return [await dumpDatabase(suite), await dumpRedis(suite), await dumpStreams(suite), logsOf(suite)].join(
    '\n',
  )
}

/** The logs of all processes. */
export const logsOf = ({ processes }: Suite): string =>
  Object.values(processes)
    .flat()
    .map((process) => process.log())
    .join('\n')

async function dumpDatabase(suite: Suite): Promise<string> {
  const client = new pg.Client({ connectionString: suite.database.adminUrl })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
      texts.push(...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

async function dumpRedis({ redis }: Suite): Promise<string> {
  const client = createClient({ url: redis?.url ?? '' })
  await client.connect()
  try {
    const readers: Record<string, (key: string) => Promise<unknown>> = {
      string: (key) => client.get(key),
      hash: (key) => client.hGetAll(key),
      list: (key) => client.lRange(key, 0, -1),
      set: (key) => client.sMembers(key),
      zset: (key) => client.zRange(key, 0, -1),
      stream: (key) => client.xRange(key, '-', '+'),
    }
    const texts: string[] = []
    for (const key of await client.keys('*')) {
      const read = readers[await client.type(key)]
      texts.push(key, JSON.stringify(await read?.(key)))
    }
    return texts.join('\n')
  } finally {
    client.destroy()
  }
}

/** Every published event, in order. */
export async function dumpStreams({ nats }: Suite): Promise<string> {
  const client = connectNats({ url: nats?.url ?? '', name: 'dump', logger: createLogger('test', 'silent') })
  try {
    const link = await client.linked(AbortSignal.timeout(30_000))
    if (!link) throw new Error('NATS does not answer')
    const texts: string[] = []
    for await (const { config, state } of link.jsm.streams.list()) {
      if (state.messages === 0) continue
      for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
        const message = await link.jsm.streams.getMessage(config.name, { seq }).catch((error) => {
          // A deleted one leaves a gap.
          if (!hasCode(error, NO_MESSAGE_FOUND)) throw error
        })
        if (message) texts.push(new TextDecoder().decode(message.data))
      }
    }
    return texts.join('\n')
  } finally {
    await client.close()
  }
}
