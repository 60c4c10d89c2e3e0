import { newId } from '@agora/shared/contracts/ids'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { DueRow } from '@agora/shared/work/table'
import type { ClaimedTask, TaskOutput } from './task.ts'

interface NewTask {
  kind: string
  version: number
  state: unknown
  /** Null if a service requested it. */
  createdBy: string | null
  /** The requesting step; null if unknown. */
  traceparent: string | null
  /** Generated if the requester names none. */
  ids?: { job: string; task: string }
}

/** Postgres notifications, sent when the change commits; the payload is the task's id. */
export const DUE_CHANNEL = 'mail_jobs_task_due'
export const DONE_CHANNEL = 'mail_jobs_task_done'

const DUE_BATCH = 100

export type TaskStore = ReturnType<typeof createTaskStore>

/** Writes a job and its root task; workers learn of it when the transaction commits. */
export async function insertJob(tx: Transaction, task: NewTask): Promise<{ job: string; task: string }> {
  const { ids = { job: newId(), task: newId() } } = task
  await tx.query(sql`
    WITH job AS (INSERT INTO job (id, created_by) VALUES (${ids.job}, ${task.createdBy}) RETURNING id)
    INSERT INTO task (id, job_id, kind, kind_version, state, traceparent)
    SELECT ${ids.task}::uuid, id, ${task.kind}, ${task.version}, ${JSON.stringify(task.state)}::jsonb, ${task.traceparent}
    FROM job`)
  await tx.query(sql`SELECT pg_notify(${DUE_CHANNEL}, ${ids.task})::text`)
  return ids
}

/** Deletes tasks with their jobs, when what they were for is gone. */
export async function deleteJobs(tx: Transaction, tasks: readonly string[]): Promise<void> {
  const jobs = await tx.scalars<string>(sql`
    DELETE FROM task WHERE id = ANY(${tasks}::uuid[]) RETURNING job_id`)
  await tx.query(sql`DELETE FROM job WHERE id = ANY(${jobs}::uuid[])`)
}

/**
 * The work list. Each step is one conditional statement on the database's clock: only one of two workers claims a task,
 * and a worker whose lease has expired ends nothing.
 */
export function createTaskStore(db: Queries, leaseSeconds: number) {
  return {
    /**
     * Tasks of these kinds that wait for a worker, longest waiting first, and the time until the next one, in
     * milliseconds.
     */
    async due(
      kinds: Iterable<{ name: string; version: number }>,
    ): Promise<{ rows: DueRow[]; nextInMs: number | null }> {
      await db.query(sql`
        UPDATE task SET status = 'Available', revision = revision + 1 WHERE status = 'Blocked' AND due_at <= now()`)
      const known = JSON.stringify(Array.from(kinds, ({ name, version }) => ({ name, version })))
      const rows = await db.all<DueRow>(sql`
        SELECT task.id, task.revision AS turn,
          (extract(epoch FROM now() - greatest(due_at, lease_expires_at)) * 1000)::float8 AS "waitedMs"
        FROM task
        JOIN jsonb_to_recordset(${known}::jsonb) AS known (name text, version int)
          ON known.name = task.kind AND known.version >= task.kind_version
        WHERE status <> 'Complete' AND due_at <= now() AND (lease_expires_at IS NULL OR lease_expires_at <= now())
        ORDER BY due_at LIMIT ${DUE_BATCH}`)
      const nextInMs = await db.scalar<number | null>(sql`
        SELECT (extract(epoch FROM min(greatest(due_at, lease_expires_at)) - now()) * 1000)::float8 AS ms FROM task
        WHERE status <> 'Complete' AND greatest(due_at, lease_expires_at) > now()`)
      return { rows, nextInMs }
    },

    /** The task, now this worker's; undefined if it is not due, complete or another's. */
    async claim(id: string): Promise<ClaimedTask | undefined> {
      const leaseId = newId()
      const claimed = await db.maybeOne<Omit<ClaimedTask, 'leaseId'>>(sql`
        UPDATE task SET status = 'Available', polled_at = now(), attempts = attempts + 1, revision = revision + 1,
          lease_id = ${leaseId}, lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${id} AND status <> 'Complete' AND due_at <= now()
          AND (lease_expires_at IS NULL OR lease_expires_at <= now())
        RETURNING id, kind, kind_version AS version, state, attempts, traceparent`)
      return claimed && { ...claimed, leaseId }
    },

    /** Renews the lease. False if the task is no longer its own. */
    async renew({ id, leaseId }: ClaimedTask): Promise<boolean> {
      return db.hasRows(sql`
        UPDATE task SET lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${id} AND lease_id = ${leaseId} AND status <> 'Complete'`)
    },

    /** False if the task is already complete or, unless `evenLate`, no longer this worker's. */
    async complete(
      tx: Transaction,
      { id, leaseId }: ClaimedTask,
      output: TaskOutput,
      evenLate: boolean,
    ): Promise<boolean> {
      const isDone = await tx.hasRows(sql`
        UPDATE task SET status = 'Complete', output = ${JSON.stringify(output)}::jsonb, revision = revision + 1,
          lease_id = NULL, lease_expires_at = NULL
        WHERE id = ${id} AND status <> 'Complete' AND (lease_id = ${leaseId} OR ${evenLate})`)
      if (isDone) await tx.query(sql`SELECT pg_notify(${DONE_CHANNEL}, ${id})::text`)
      return isDone
    },

    /** Gives the task back until its next attempt. False if it is no longer this worker's. */
    async postpone(tx: Transaction, { id, leaseId }: ClaimedTask, delayMs: number): Promise<boolean> {
      const isPostponed = await tx.hasRows(sql`
        UPDATE task SET status = 'Blocked', due_at = now() + make_interval(secs => ${delayMs / 1000}),
          revision = revision + 1, lease_id = NULL, lease_expires_at = NULL
        WHERE id = ${id} AND lease_id = ${leaseId} AND status <> 'Complete'`)
      if (isPostponed) await tx.query(sql`SELECT pg_notify(${DUE_CHANNEL}, ${id})::text`)
      return isPostponed
    },

    /** Gives the task back at once. */
    async release({ id, leaseId }: ClaimedTask): Promise<void> {
      await db.query(sql`
        WITH released AS (
          UPDATE task SET due_at = now(), revision = revision + 1, lease_id = NULL, lease_expires_at = NULL
          WHERE id = ${id} AND lease_id = ${leaseId} AND status <> 'Complete' RETURNING id
        )
        SELECT pg_notify(${DUE_CHANNEL}, id::text)::text FROM released`)
    },

    async depth(): Promise<{ due: number; blocked: number; running: number }> {
      return db.one<{ due: number; blocked: number; running: number }>(sql`
        SELECT count(*) FILTER (WHERE status = 'Available' AND coalesce(lease_expires_at <= now(), true))::int AS due,
          count(*) FILTER (WHERE status = 'Blocked')::int AS blocked,
          count(*) FILTER (WHERE lease_expires_at > now())::int AS running
        FROM task WHERE status <> 'Complete'`)
    },
  }
}
