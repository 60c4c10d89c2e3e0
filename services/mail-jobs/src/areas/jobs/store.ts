import { readPage } from '@agora/shared/database/page'
import { type Queries, type Sql, sql } from '@agora/shared/database/sql'
import type { Job, Task } from '../../generated/prisma/client.ts'

/** A job's root task, which is everything but its creation. */
export type JobRow = Task & Pick<Job, 'createdAt' | 'createdBy'>

const rowsWhere = (where: Sql): Sql => sql`
    SELECT task.id, job_id AS "jobId", created_at AS "createdAt", created_by AS "createdBy", kind,
      kind_version AS "kindVersion", revision, status, state, output, polled_at AS "polledAt", due_at AS "dueAt",
      attempts, lease_id AS "leaseId", lease_expires_at AS "leaseExpiresAt", traceparent
    FROM job JOIN task ON task.job_id = job.id ${where}`

/** The most recent jobs, and the number of all. */
export async function readJobs(db: Queries, limit: number): Promise<{ count: number; jobs: JobRow[] }> {
  const newest = sql`ORDER BY job.created_at DESC, job.id DESC LIMIT ${limit}`
  const { count, items } = await readPage<JobRow>(db, sql`SELECT count(*) FROM job`, rowsWhere(newest))
  return { count, jobs: items }
}

export const findJob = (db: Queries, id: string) => db.maybeOne<JobRow>(rowsWhere(sql`WHERE job.id = ${id}`))

export const findTask = (db: Queries, id: string) =>
  db.maybeOne<JobRow>(rowsWhere(sql`WHERE task.id = ${id}`))
