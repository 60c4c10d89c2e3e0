import type { Queries } from '@agora/shared/database/sql'
import type { ImportSession } from './session.ts'

/** How far an import has come. */
export interface Position {
  /** Bytes of the source. */
  position: number
  lines: number
  stored: number
  rejected: number
  rejectsBytes: number
}

export const beginning: Position = { position: 0, lines: 0, stored: 0, rejected: 0, rejectsBytes: 0 }

/** Where the import of this source was interrupted; undefined if it was not. Other states of the file are forgotten. */
export async function findPosition(
  session: ImportSession,
  path: string,
  source: string,
): Promise<Position | undefined> {
  await session.query('DELETE FROM import_progress WHERE path = $1 AND source <> $2', [path, source])
  const { rows } = await session.query<Position>(
    `SELECT position, lines, stored, rejected, rejects_bytes AS "rejectsBytes" FROM import_progress WHERE source = $1`,
    [source],
  )
  return rows[0]
}

/** Called in the transaction that stores what lies before the position. */
export async function savePosition(
  session: ImportSession,
  path: string,
  source: string,
  { position, lines, stored, rejected, rejectsBytes }: Position,
): Promise<void> {
  await session.query(
    `INSERT INTO import_progress (source, path, position, lines, stored, rejected, rejects_bytes, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now())
     ON CONFLICT (source) DO UPDATE SET position = $3, lines = $4, stored = $5, rejected = $6, rejects_bytes = $7, updated_at = now()`,
    [source, path, position, lines, stored, rejected, rejectsBytes],
  )
}

/** Adds a batch to the total of all imports, in the transaction that stores it. */
export async function addToTotal(session: ImportSession, stored: number, rejected: number): Promise<void> {
  await session.query(
    `INSERT INTO import_total AS total (stored, rejected) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET stored = total.stored + $1, rejected = total.rejected + $2`,
    [stored, rejected],
  )
}

/** The sums of all imports. */
export const readTotal = (db: Queries) =>
  db.one<{ stored: number; rejected: number }>({
    name: 'import-total',
    text: 'SELECT coalesce(max(stored), 0) AS stored, coalesce(max(rejected), 0) AS rejected FROM import_total',
  })

export async function forgetPosition(session: ImportSession, source: string): Promise<void> {
  await session.query('DELETE FROM import_progress WHERE source = $1', [source])
}
