import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { sampleLines } from '../../src/sample/generate.ts'
import { type ArchiveDatabase, archiveDatabase, games } from './database.ts'

/** Lines of invented observations, of thirty accounts of each kind. */
export const sample = (observations: number, seed = 1) =>
  [...sampleLines({ seed, observations, subjects: 30, games })].map((line) => `${line}\n`).join('')

/** An archive and a folder for a file's tests; the archive is emptied after each. */
export async function importSuite() {
  const archive = await archiveDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'agora-import-'))
  afterEach(() => archive.empty())
  afterAll(async () => {
    await archive.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const file = (name: string) => path.join(folder, name)
  return {
    archive,
    file,
    write(name: string, content: string | Uint8Array): string {
      writeFileSync(file(name), content)
      return file(name)
    },
  }
}

/** The totals stored and rejected by all imports. */
export async function importTotal({ pool }: ArchiveDatabase): Promise<{ stored: number; rejected: number }> {
  const { rows } = await pool.query('SELECT stored, rejected FROM import_total')
  return rows[0] ?? { stored: 0, rejected: 0 }
}

/** The positions of unfinished imports. */
export const importPlaces = async ({ pool }: ArchiveDatabase) =>
  (await pool.query('SELECT * FROM import_progress')).rows

/** An observation of 200,000 creatures, nearly as long as a line may be. */
export function widestLine(id: number): string {
  const [server = ''] = games.game_a.servers
  const creatures = Array.from({ length: 200_000 }, (_, index) => ({
    type: 'GameACreature',
    server,
    id: String(1_000_000_000 + id * index),
  }))
  const account = { type: 'GameAUser', server, id: String(id), retrieved_at: '2024-01-01T00:00:00.000Z' }
  return `${JSON.stringify({ ...account, creatures })}\n`
}
