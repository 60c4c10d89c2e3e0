import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** How far an import has come. */
export interface Position {
  /** Bytes of the source. */
  position: number
  lines: number
  taken: number
  rejected: number
  /** Bytes of the report. */
  reported: number
}

export const beginning: Position = { position: 0, lines: 0, taken: 0, rejected: 0, reported: 0 }

/** Where the import of this file was interrupted; other states of the file are forgotten. */
export async function findPosition(db: Queries, path: string, file: string): Promise<Position | undefined> {
  await db.query(sql`DELETE FROM import_progress WHERE path = ${path} AND file <> ${file}`)
  return db.maybeOne<Position>(sql`
    SELECT position, lines, taken, rejected, reported FROM import_progress WHERE file = ${file}`)
}

/** Called in the transaction that imports what lies before the position. */
export async function savePosition(
  tx: Transaction,
  path: string,
  file: string,
  { position, lines, taken, rejected, reported }: Position,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO import_progress (file, path, position, lines, taken, rejected, reported)
    VALUES (${file}, ${path}, ${position}, ${lines}, ${taken}, ${rejected}, ${reported})
    ON CONFLICT (file) DO UPDATE SET position = excluded.position, lines = excluded.lines, taken = excluded.taken,
      rejected = excluded.rejected, reported = excluded.reported, updated_at = now()`)
}

export async function forgetPosition(db: Queries, file: string): Promise<void> {
  await db.query(sql`DELETE FROM import_progress WHERE file = ${file}`)
}

/** This transaction's commit need not wait for the disk: the position in the file is committed with the rows. */
export async function commitWithoutFlush(tx: Transaction): Promise<void> {
  await tx.query(sql`SET LOCAL synchronous_commit = off`)
}
