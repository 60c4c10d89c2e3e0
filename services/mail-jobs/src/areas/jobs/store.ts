import { type Queries, type Sql, sql } from '@agora/shared/database/sql'
import type { Job, Task } from '../../generated/prisma/client.ts'

/** A job's root task, which is everything but its creation. */
export type JobRow = Task & Pick<Job, 'createdAt' | 'createdBy'>

async function readRows(db: Queries, where: Sql): Promise<JobRow[]> {
  const { rows } = await db.query<JobRow>(sql`
    SELECT task.id, job_id AS "jobId", created_at AS "createdAt", created_by AS "createdBy", kind,
      kind_version AS "kindVersion", revision, status, state, output, polled_at AS "polledAt", due_at AS "dueAt",
      attempts, lease_id AS "leaseId", lease_expires_at AS "leaseExpiresAt", traceparent
    FROM job JOIN task ON task.job_id = job.id ${where}`)
  return rows
}

/** The most recent jobs, and the number of all. */
export async function readJobs(db: Queries, limit: number): Promise<{ count: number; jobs: JobRow[] }> {
  const [count, jobs] = await Promise.all([
    db.query<{ count: number }>(sql`SELECT count(*) FROM job`),
    readRows(db, sql`ORDER BY job.created_at DESC, job.id DESC LIMIT ${limit}`),
  ])
  return { count: count.rows[0]!.count, jobs }
}

export async function findJob(db: Queries, id: string): Promise<JobRow | undefined> {
  return (await readRows(db, sql`WHERE job.id = ${id}`))[0]
}

export async function findTask(db: Queries, id: string): Promise<JobRow | undefined> {
  return (await readRows(db, sql`WHERE task.id = ${id}`))[0]
}
