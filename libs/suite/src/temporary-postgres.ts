import { type PostgresServer, startPostgres } from './servers/postgres.ts'
import { temporaryFolder } from './temporary.ts'

/** Runs `work` with an empty Postgres that is removed afterwards. */
export async function withTemporaryPostgres<Result>(
  work: (postgres: PostgresServer) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder('postgres')
  try {
    const postgres = await startPostgres({ folder: folder.path, durable: false })
    try {
      return await work(postgres)
    } finally {
      await postgres.stop()
    }
  } finally {
    folder.remove()
  }
}
