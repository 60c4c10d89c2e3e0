import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { nameOf } from '../../resources/sql.ts'

/** Who works on a report, and who assigned it. */
export interface AssignmentRow {
  /** Null if unassigned again. */
  assigneeId: string | null
  assigneeName: string | null
  assignedById: string
  assignedByName: string | null
  /** Text where it came through JSON. */
  time: Date | string
}

const ASSIGNMENT_COLUMNS = `
  a.assignee_id AS "assigneeId", ${nameOf('a.assignee_id')} AS "assigneeName",
  a.assigned_by_id AS "assignedById", ${nameOf('a.assigned_by_id')} AS "assignedByName", a.time`

/** The current assignment; undefined if the report was never assigned. */
export const readAssignment = (db: Queries, reportId: string) =>
  db.maybeOne<AssignmentRow>(sql`
    SELECT ${raw(ASSIGNMENT_COLUMNS)}
    FROM report_assignment AS a WHERE a.report_id = ${reportId}::uuid ORDER BY a.position DESC LIMIT 1`)

/** Assigns a locked report; returns false, and writes nothing, if that assignment already holds. */
export const insertAssignment = (
  tx: Transaction,
  {
    reportId,
    assigneeId,
    assignedById,
  }: { reportId: string; assigneeId: string | null; assignedById: string },
) =>
  tx.hasRows(sql`
    WITH newest AS (
      SELECT position, assignee_id FROM report_assignment WHERE report_id = ${reportId}::uuid
      ORDER BY position DESC LIMIT 1
    )
    INSERT INTO report_assignment (report_id, position, time, assignee_id, assigned_by_id)
    SELECT ${reportId}::uuid, coalesce((SELECT position + 1 FROM newest), 0),
      date_trunc('milliseconds', clock_timestamp()), ${assigneeId}::uuid, ${assignedById}::uuid
    WHERE (SELECT assignee_id FROM newest) IS DISTINCT FROM ${assigneeId}::uuid`)

/** A note with its author's name; its time is text where it came through JSON. */
export interface NoteRow {
  id: string
  time: Date | string
  authorId: string
  authorName: string | null
  body: string
}

const NOTE_COLUMNS = `n.id, n.time, n.author_id AS "authorId", ${nameOf('n.author_id')} AS "authorName", n.body`

/** Adds a note to a locked report. */
export const insertNote = (
  tx: Transaction,
  { reportId, authorId, body }: { reportId: string; authorId: string; body: string },
) =>
  tx.one<NoteRow>(sql`
    WITH n AS (
      INSERT INTO report_note (id, report_id, position, time, author_id, body)
      SELECT ${newId()}::uuid, ${reportId}::uuid, coalesce(max(position) + 1, 0),
        date_trunc('milliseconds', clock_timestamp()), ${authorId}::uuid, ${body}
      FROM report_note WHERE report_id = ${reportId}::uuid
      RETURNING *
    )
    SELECT ${raw(NOTE_COLUMNS)} FROM n`)

export const readNote = (db: Queries, id: string) =>
  db.maybeOne<NoteRow>(sql`
    SELECT ${raw(NOTE_COLUMNS)} FROM report_note AS n WHERE n.id = ${id}::uuid`)

/** A page of a report's notes, oldest first, and their number; a page is a range of positions. */
export const readNotes = (db: Queries, reportId: string, { offset, limit }: Page) =>
  db.one<{ count: number; notes: NoteRow[] }>(sql`
    SELECT
      (SELECT coalesce(max(position) + 1, 0) FROM report_note WHERE report_id = ${reportId}::uuid) AS count,
      array_to_json(ARRAY(
        SELECT row_to_json(item) FROM (
          SELECT ${raw(NOTE_COLUMNS)} FROM report_note AS n
          WHERE report_id = ${reportId}::uuid
            AND position >= ${offset}::bigint AND position < ${offset}::bigint + ${limit}::bigint
          ORDER BY position
        ) AS item
      )) AS notes`)

/** What moderators did about a report so far. */
export interface WorkRow {
  reportId: string
  /** Null if it was never assigned. */
  assignment: AssignmentRow | null
  noteCount: number
  lastNote: NoteRow | null
}

/** The work on these reports, in no particular order. */
export const readWork = (db: Queries, reportIds: readonly string[]) =>
  db.all<WorkRow>(sql`
    SELECT f.id AS "reportId", row_to_json(assignment) AS assignment,
      coalesce(note.position + 1, 0) AS "noteCount", note.content AS "lastNote"
    FROM unnest(${reportIds}::uuid[]) AS f (id)
    LEFT JOIN LATERAL (
      SELECT ${raw(ASSIGNMENT_COLUMNS)} FROM report_assignment AS a
      WHERE a.report_id = f.id ORDER BY a.position DESC LIMIT 1
    ) AS assignment ON true
    LEFT JOIN LATERAL (
      SELECT n.position, (SELECT row_to_json(item) FROM (SELECT ${raw(NOTE_COLUMNS)}) AS item) AS content
      FROM report_note AS n WHERE n.report_id = f.id ORDER BY n.position DESC LIMIT 1
    ) AS note ON true`)
