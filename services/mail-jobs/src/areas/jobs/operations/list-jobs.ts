import type { Job } from '@agora/shared/contracts/jobs'
import { MAX_PAGE } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { readJobs } from '../store.ts'
import { jobView } from '../views.ts'

/** The most recent jobs. */
export async function listJobs({ db, users }: Context, { traceparent }: Caller) {
  const { count, jobs } = await readJobs(db, MAX_PAGE)
  const ids = jobs.flatMap(({ createdBy }) => createdBy ?? [])
  const creators = await users.findUsers(ids, traceparent)
  const items: Job[] = jobs.map((job) => jobView(job, creators))
  return { offset: 0, limit: MAX_PAGE, count, items }
}
