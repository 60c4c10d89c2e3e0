import { readAgoraFile } from '@agora/shared/config/agora-file'
import { databaseUrlEnv, readEnv, serviceEnv } from '@agora/shared/config/env'
import { createPool } from '@agora/shared/database/pool'
import type pg from 'pg'
import { Type } from 'typebox'

const DatabaseEnv = Type.Object(databaseUrlEnv)
const ConfigEnv = Type.Object({ AGORA_CONFIG: serviceEnv.AGORA_CONFIG })

/** The game servers of the startup configuration. */
export const readGames = () => readAgoraFile(readEnv(ConfigEnv).AGORA_CONFIG).games

/** Runs work with connections to the archive's database, at most two, and closes them afterwards. */
export async function withArchive<Result>(
  work: (connect: () => Promise<pg.PoolClient>) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({
    url: readEnv(DatabaseEnv).DATABASE_URL,
    schema: 'archive',
    size: 2,
    name: 'agora-archive-cli',
    // A batch of an import takes as long as it takes.
    statementTimeoutMs: 0,
  })
  const clients: pg.PoolClient[] = []
  try {
    return await work(async () => {
      const client = await pool.connect()
      // A connection that breaks while idle reports it at the next query.
      client.on('error', () => undefined)
      clients.push(client)
      return client
    })
  } finally {
    for (const client of clients) client.release(true)
    await pool.end()
  }
}
