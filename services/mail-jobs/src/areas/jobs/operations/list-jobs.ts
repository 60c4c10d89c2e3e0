import { MAX_PAGE } from '@agora/shared/contracts/pagination'
import type { Context } from '../../../context.ts'
import type { Job } from '../schemas.ts'
import { readJobs } from '../store.ts'
import { jobView } from '../views.ts'

/** The most recent jobs. */
export async function listJobs({ prisma, users }: Context) {
  const { count, jobs } = await readJobs(prisma, MAX_PAGE)
  const creators = await users.findUsers(jobs.flatMap(({ createdBy }) => createdBy ?? []))
  const items: Job[] = jobs.map((job) => jobView(job, creators))
  return { offset: 0, limit: MAX_PAGE, count, items }
}
