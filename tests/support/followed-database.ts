import type { Certificates } from '@agora/suite/servers/certificates'
import { type PostgresServer, startPostgres } from '@agora/suite/servers/postgres'
import { temporaryFolder } from '@agora/suite/temporary'
import { startTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'

export interface FollowedDatabase {
  /** Its addresses are those of the primary. */
  database: TestDatabase
  primary: PostgresServer
  replica: PostgresServer
}

/** The schemas of all services on a server of their own, and a server that follows it. */
export async function startFollowedDatabase(tls?: Certificates): Promise<FollowedDatabase> {
  const folder = temporaryFolder('replica')
  const options = {
    settings: { synchronous_commit: 'on', max_standby_streaming_delay: '100ms' },
    ...(tls ? { tls } : {}),
  }
  const { server: primary, ...database } = await startTestDatabase(options)
  const replica = await startPostgres({ folder: folder.path, follows: primary, durable: false, ...options })
  const drop = async () => {
    await replica.kill()
    folder.remove()
    await database.drop()
  }
  return { database: { ...database, drop }, primary, replica }
}

/** Runs statements as a server's superuser; returns the rows of the last. */
export async function administer(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}
