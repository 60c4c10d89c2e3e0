import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import type { Job } from '../schemas.ts'
import { findJob } from '../store.ts'
import { jobView } from '../views.ts'

/** @throws ApiError `notFound`, which the route masks. */
export async function getJob({ prisma, users }: Context, jobId: string): Promise<Job> {
  const id = parseUuid(jobId)
  const job = id === undefined ? null : await findJob(prisma, id)
  if (!job) throw new ApiError(common.notFound)
  return jobView(job, await users.findUsers(job.createdBy === null ? [] : [job.createdBy]))
}
