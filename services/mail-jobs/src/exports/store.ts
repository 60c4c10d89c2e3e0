import type { Database } from '@agora/shared/database/database'
import { type Queries, type Sql, sql, type Transaction } from '@agora/shared/database/sql'
import { deleteJobs } from '../tasks/store.ts'

export interface MemberExport {
  id: string
  userId: string
  taskId: string
}

/** How long a member may download an export, in days; one that was never finished is deleted after as many. */
const KEPT_DAYS = 7
/** The exports of one member that are kept at once: each is a copy of all that is held of them. */
const KEPT_AT_ONCE = 3
/** Per transaction, so that none holds its locks for long. */
const PURGE_BATCH = 100

/** A member's oldest exports make room for it. */
export async function insertExport(tx: Transaction, { id, userId, taskId }: MemberExport): Promise<void> {
  await tx.query(
    sql`INSERT INTO member_export (id, user_id, task_id, files) VALUES (${id}, ${userId}, ${taskId}, '{}')`,
  )
  await deleteExports(
    tx,
    sql`SELECT id FROM member_export WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC OFFSET ${KEPT_AT_ONCE}`,
  )
}

/** With their jobs; returns how many. */
async function deleteExports(tx: Transaction, ids: Sql): Promise<number> {
  const tasks = await tx.scalars<string>(sql`
    DELETE FROM member_export WHERE id IN (${ids}) RETURNING task_id`)
  await deleteJobs(tx, tasks)
  return tasks.length
}

export const findExport = (db: Queries, id: string) =>
  db.maybeOne<MemberExport>(sql`
    SELECT id, user_id AS "userId", task_id AS "taskId" FROM member_export WHERE id = ${id}`)

export interface ExportFile {
  exportId: string
  attempt: number
  /** The file, from 1. */
  file: number
}

export async function insertPiece(
  db: Queries,
  { exportId, attempt, file }: ExportFile,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  await db.query(sql`
    INSERT INTO member_export_piece (export_id, attempt, file, position, bytes)
    VALUES (${exportId}, ${attempt}, ${file}, ${position}, ${bytes})`)
}

/** Deletes what attempts before this one have left: however many fail, they leave one copy. */
export async function deleteEarlierPieces(db: Queries, exportId: string, attempt: number): Promise<void> {
  await db.query(sql`DELETE FROM member_export_piece WHERE export_id = ${exportId} AND attempt < ${attempt}`)
}

/** Makes it available for download, and deletes what other attempts have left. */
export async function markReady(
  tx: Transaction,
  exportId: string,
  attempt: number,
  files: readonly number[],
): Promise<void> {
  await tx.query(sql`
    UPDATE member_export SET attempt = ${attempt}, files = ${files}, expires_at = now() + make_interval(days => ${KEPT_DAYS})
    WHERE id = ${exportId}`)
  await tx.query(sql`DELETE FROM member_export_piece WHERE export_id = ${exportId} AND attempt <> ${attempt}`)
}

export interface ReadyFile extends ExportFile {
  bytes: number
}

/** A file of an export that this member may download now. */
export async function findFile(
  db: Queries,
  exportId: string,
  userId: string,
  file: number,
): Promise<ReadyFile | undefined> {
  const row = await db.maybeOne<{ attempt: number; bytes: number | null }>(sql`
    SELECT attempt, files[${file}::int] AS bytes FROM member_export
    WHERE id = ${exportId} AND user_id = ${userId} AND expires_at > now()`)
  return row && row.bytes !== null ? { exportId, attempt: row.attempt, file, bytes: row.bytes } : undefined
}

export const readPiece = (db: Queries, { exportId, attempt, file }: ExportFile, position: number) =>
  db.maybeScalar<Buffer>(sql`
    SELECT bytes FROM member_export_piece
    WHERE export_id = ${exportId} AND attempt = ${attempt} AND file = ${file} AND position = ${position}`)

/** Deletes expired and abandoned exports with their jobs. Replicas take different ones. */
export async function purgeExports(db: Database): Promise<void> {
  const old = sql`
    SELECT id FROM member_export
    WHERE expires_at <= now() OR expires_at IS NULL AND created_at <= now() - make_interval(days => ${KEPT_DAYS})
    ORDER BY id LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED`
  while ((await db.transaction((tx) => deleteExports(tx, old))) === PURGE_BATCH);
}
