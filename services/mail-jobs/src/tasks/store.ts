import { newId } from '@agora/shared/contracts/ids'
import type { RawQueries } from '@agora/shared/messaging/sql'
import type { Prisma } from '../generated/prisma/client.ts'
import type { ClaimedTask, TransactionClient } from '../kinds/kind.ts'
import type { KindRegistry } from '../kinds/registry.ts'
import { DONE_CHANNEL, DUE_CHANNEL } from './channels.ts'

export interface NewTask {
  kind: string
  version: number
  state: Prisma.InputJsonValue
  /** Null where a service asked. */
  createdBy: string | null
  /** The step that asked. */
  traceparent: string
}

export interface DueTask {
  id: string
  revision: number
  /** How long it has waited for a worker, in milliseconds. */
  waited: number
}

export type TaskStore = ReturnType<typeof createTaskStore>

/** Writes a job and its root task; the workers hear of it when the transaction commits. */
export async function insertJob(
  tx: TransactionClient,
  task: NewTask,
): Promise<{ job: string; task: string }> {
  const ids = { job: newId(), task: newId() }
  await tx.job.create({
    data: {
      id: ids.job,
      createdBy: task.createdBy,
      task: {
        create: {
          id: ids.task,
          kind: task.kind,
          kindVersion: task.version,
          state: task.state,
          traceparent: task.traceparent,
        },
      },
    },
  })
  await tx.$queryRaw`SELECT pg_notify(${DUE_CHANNEL}, ${ids.task})::text`
  return ids
}

/**
 * The work list. SQL, since each step is one conditional statement on the database's clock: of two workers that claim
 * a task one gets it, and a worker whose lease is over ends nothing.
 */
export function createTaskStore(db: RawQueries, leaseSeconds: number) {
  return {
    /** Tasks that wait for a worker, longest waiting first, and how long until the next one does, in milliseconds. */
    async due(kinds: KindRegistry, limit: number): Promise<{ tasks: DueTask[]; nextInMs: number | null }> {
      await db.$executeRaw`
        UPDATE task SET status = 'Available', revision = revision + 1 WHERE status = 'Blocked' AND due_at <= now()`
      const known = JSON.stringify([...kinds.values()].map(({ name, version }) => ({ name, version })))
      const tasks = await db.$queryRaw<DueTask[]>`
        SELECT task.id::text AS id, task.revision,
          (extract(epoch FROM now() - greatest(due_at, lease_expires_at)) * 1000)::float8 AS waited
        FROM task
        JOIN jsonb_to_recordset(${known}::jsonb) AS known (name text, version int)
          ON known.name = task.kind AND known.version >= task.kind_version
        WHERE status <> 'Complete' AND due_at <= now() AND (lease_expires_at IS NULL OR lease_expires_at <= now())
        ORDER BY due_at LIMIT ${limit}`
      const next = await db.$queryRaw<{ ms: number | null }[]>`
        SELECT (extract(epoch FROM min(greatest(due_at, lease_expires_at)) - now()) * 1000)::float8 AS ms FROM task
        WHERE status <> 'Complete' AND greatest(due_at, lease_expires_at) > now()`
      return { tasks, nextInMs: next[0]?.ms ?? null }
    },

    /** The task, now this worker's; undefined where it is not due, complete or another's. */
    async claim(id: string): Promise<ClaimedTask | undefined> {
      const leaseId = newId()
      const rows = await db.$queryRaw<Omit<ClaimedTask, 'leaseId'>[]>`
        UPDATE task SET status = 'Available', polled_at = now(), attempts = attempts + 1, revision = revision + 1,
          lease_id = ${leaseId}::uuid, lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${id}::uuid AND status <> 'Complete' AND due_at <= now()
          AND (lease_expires_at IS NULL OR lease_expires_at <= now())
        RETURNING id::text AS id, kind, kind_version AS version, state, attempts, traceparent`
      return rows[0] && { ...rows[0], leaseId }
    },

    /** Says that the worker lives. False where the task is no longer its own. */
    async renew({ id, leaseId }: ClaimedTask): Promise<boolean> {
      const renewed = await db.$executeRaw`
        UPDATE task SET lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${id}::uuid AND lease_id = ${leaseId}::uuid AND status <> 'Complete'`
      return renewed === 1
    },

    /** False where the task is complete already or, unless `evenLate`, no longer this worker's. */
    async complete(
      tx: TransactionClient,
      { id, leaseId }: ClaimedTask,
      output: Prisma.InputJsonObject,
      evenLate: boolean,
    ): Promise<boolean> {
      const completed = await tx.$executeRaw`
        UPDATE task SET status = 'Complete', output = ${JSON.stringify(output)}::jsonb, revision = revision + 1,
          lease_id = NULL, lease_expires_at = NULL
        WHERE id = ${id}::uuid AND status <> 'Complete' AND (lease_id = ${leaseId}::uuid OR ${evenLate})`
      if (completed === 1) await tx.$queryRaw`SELECT pg_notify(${DONE_CHANNEL}, ${id})::text`
      return completed === 1
    },

    /** Gives the task back until its next attempt. False where it is no longer this worker's. */
    async postpone(tx: TransactionClient, { id, leaseId }: ClaimedTask, delayMs: number): Promise<boolean> {
      const postponed = await tx.$executeRaw`
        UPDATE task SET status = 'Blocked', due_at = now() + make_interval(secs => ${delayMs / 1000}),
          revision = revision + 1, lease_id = NULL, lease_expires_at = NULL
        WHERE id = ${id}::uuid AND lease_id = ${leaseId}::uuid AND status <> 'Complete'`
      if (postponed === 1) await tx.$queryRaw`SELECT pg_notify(${DUE_CHANNEL}, ${id})::text`
      return postponed === 1
    },

    /** Gives the task back at once. */
    async release({ id, leaseId }: ClaimedTask): Promise<void> {
      await db.$queryRaw`
        WITH released AS (
          UPDATE task SET due_at = now(), revision = revision + 1, lease_id = NULL, lease_expires_at = NULL
          WHERE id = ${id}::uuid AND lease_id = ${leaseId}::uuid AND status <> 'Complete' RETURNING id
        )
        SELECT pg_notify(${DUE_CHANNEL}, id::text)::text FROM released`
    },

    async depth(): Promise<{ due: number; blocked: number; running: number }> {
      const rows = await db.$queryRaw<{ due: number; blocked: number; running: number }[]>`
        SELECT count(*) FILTER (WHERE status = 'Available' AND coalesce(lease_expires_at <= now(), true))::int AS due,
          count(*) FILTER (WHERE status = 'Blocked')::int AS blocked,
          count(*) FILTER (WHERE lease_expires_at > now())::int AS running
        FROM task WHERE status <> 'Complete'`
      return rows[0] ?? { due: 0, blocked: 0, running: 0 }
    },
  }
}
