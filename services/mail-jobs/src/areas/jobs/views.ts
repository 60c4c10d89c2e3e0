import type { Job, TaskHead } from '@agora/shared/contracts/jobs'
import { shortUser } from '@agora/shared/contracts/types'
import type { KnownUser } from '@agora/shared/users/known-users'
import type { Task } from './schemas.ts'
import type { JobRow } from './store.ts'

/** A task waits for a worker while it is available and nobody holds a valid lease on it. */
function starvationOf({ status, dueAt, leaseExpiresAt }: JobRow, now: number): number {
  if (status !== 'Available') return 0
  const waitingSince = Math.max(dueAt.getTime(), leaseExpiresAt?.getTime() ?? 0)
  return Math.max(0, Math.floor((now - waitingSince) / 1000))
}

function taskHeadView(task: JobRow): TaskHead {
  return {
    id: task.id,
    revision: task.revision,
    polled_at: task.polledAt?.toISOString() ?? null,
    status: task.status,
    starvation: starvationOf(task, Date.now()),
    kind: task.kind,
    kind_version: task.kindVersion,
  }
}

export function taskView(task: JobRow): Task {
  return { state: task.state, output: task.output, ...taskHeadView(task) }
}

export function jobView(job: JobRow, users: ReadonlyMap<string, KnownUser>): Job {
  const creator = job.createdBy === null ? undefined : users.get(job.createdBy)
  return {
    id: job.jobId,
    created_at: job.createdAt.toISOString(),
    created_by: creator ? shortUser(creator) : null,
    task: taskHeadView(job),
  }
}
