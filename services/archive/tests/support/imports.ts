import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sampleLines } from '../../src/sample/generate.ts'
import { type ArchiveDatabase, games } from './database.ts'

/** Lines of made-up observations of thirty accounts of each kind. */
export const sample = (observations: number, seed = 1) =>
  [...sampleLines({ seed, observations, subjects: 30, games })].map((line) => `${line}\n`).join('')

/** A folder for the files of a test file. */
export function importFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'agora-import-'))
  const file = (name: string) => path.join(folder, name)
  return {
    file,
    write(name: string, content: string | Uint8Array): string {
      writeFileSync(file(name), content)
      return file(name)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What all imports have ever stored and rejected. */
export async function importTotal({ pool }: ArchiveDatabase): Promise<{ stored: number; rejected: number }> {
  const { rows } = await pool.query('SELECT stored, rejected FROM import_total')
  return rows[0] ?? { stored: 0, rejected: 0 }
}

/** Where imports that are not done have come to. */
export const importPlaces = async ({ pool }: ArchiveDatabase) =>
  (await pool.query('SELECT * FROM import_progress')).rows
