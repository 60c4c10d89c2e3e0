import type { Job } from '@agora/shared/contracts/jobs'
import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { storeKnownUser } from '@agora/shared/users/known-users'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { insertJob } from '../../../tasks/store.ts'
import type { NewJob } from '../schemas.ts'
import { getJob } from './get-job.ts'

/** Callers do not choose versions. */
const KIND_VERSION = 1

/**
 * Creates a job of a kind that administrators may create; at present there is none.
 *
 * @throws ApiError `unknownKind`
 */
export async function createJob(
  context: Context,
  creator: Caller<UserPrincipal>,
  { kind, state }: NewJob,
): Promise<Job> {
  if (!context.kinds.get(kind)?.acceptsState?.(state)) throw new ApiError(errors.unknownKind)
  const ids = await context.db.transaction(async (tx) => {
    await storeKnownUser(tx, { ...creator, createdAt: new Date(creator.createdAt) }, 0)
    return await insertJob(tx, {
      kind,
      version: KIND_VERSION,
      state,
      createdBy: creator.id,
      traceparent: creator.traceparent,
    })
  })
  return await getJob(context, ids.job, creator)
}
