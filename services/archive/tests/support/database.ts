import { parseAgoraConfig } from '@agora/shared/config/agora-file'
import { createPool } from '@agora/shared/database/pool'
import type { Rejection } from '@agora/shared/lines/rejects'
import { testConfig } from '@agora/testing/config'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import type pg from 'pg'
import { type ImportOptions, type ImportResult, importObservations } from '../../src/importer/import.ts'
import { createObservationReader } from '../../src/observations/reader.ts'

export const { games } = parseAgoraConfig(JSON.stringify(testConfig()), 'test configuration')

export interface ArchiveDatabase {
  url: string
  pool: pg.Pool
  /** Imports lines, each chunk as a batch. */
  importChunks(
    chunks: readonly (string | Uint8Array)[],
    options?: Partial<ImportOptions>,
  ): Promise<ImportResult & { rejections: Rejection[] }>
  /** Every row of every table of observations, without surrogate ids, in a fixed order. */
  contents(): Promise<Contents>
  empty(): Promise<void>
  close(): Promise<void>
}

export interface Contents {
  records: unknown[]
  observations: unknown[]
}

/** The archive of a suite's database, emptied, or one of its own. */
export async function archiveDatabase(given?: TestDatabase): Promise<ArchiveDatabase> {
  const database = given ?? (await createTestDatabase())
  const url = database.urls.archive
  // Whole tables are read, on machines under load.
  const pool = createPool({ url, schema: 'archive', size: 4, name: 'archive-tests', statementTimeoutMs: 0 })
  // Shared by all imports of a test file: connecting costs more than importing.
  const client = await pool.connect()
  const finder = await pool.connect()
  const rows = async (sql: string) => (await pool.query({ text: sql, rowMode: 'array' })).rows
  const empty = async () => {
    await pool.query('DELETE FROM record; DELETE FROM observation; DELETE FROM import_progress')
  }
  await empty()
  return {
    url,
    pool,
    importChunks: async (chunks, options = {}) => {
      const rejections: Rejection[] = []
      const result = await importObservations({
        client,
        finder,
        source: { name: 'test', identity: undefined, size: undefined, read: () => buffers(chunks) },
        reader: createObservationReader(games),
        rejectsPath: undefined,
        batchSize: 1,
        onReject: (rejection) => rejections.push(rejection),
        ...options,
      }).catch(async (error) => {
        // Makes the session's next import announce itself.
        await client.query('ROLLBACK')
        throw error
      })
      return { ...result, rejections }
    },
    contents: async () => ({
      records: await rows(`
        SELECT type, scope, subject, archived_at, retrieved_at, latest::text FROM record ORDER BY 1, 2, 3`),
      observations: await rows(`
        SELECT type, scope, subject, observation.retrieved_at, fields, changes::text
        FROM observation JOIN record ON record.id = record_id ORDER BY 1, 2, 3, 4`),
    }),
    empty,
    close: async () => {
      client.release(true)
      finder.release(true)
      await pool.end()
      if (!given) await database.drop()
    },
  }
}

async function* buffers(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk as string)
}
