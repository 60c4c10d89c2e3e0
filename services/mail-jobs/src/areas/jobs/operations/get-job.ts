import { parseUuid } from '@agora/shared/contracts/ids'
import type { Job } from '@agora/shared/contracts/jobs'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { findJob } from '../store.ts'
import { jobView } from '../views.ts'

/** @throws ApiError `notFound`, which the route masks. */
export async function getJob(
  { db, users }: Context,
  jobId: string,
  { traceparent }: Pick<Caller, 'traceparent'>,
): Promise<Job> {
  const id = parseUuid(jobId)
  const job = id === undefined ? undefined : await findJob(db, id)
  if (!job) throw new ApiError(common.notFound)
  const creators = job.createdBy === null ? [] : [job.createdBy]
  return jobView(job, await users.findUsers(creators, traceparent))
}
