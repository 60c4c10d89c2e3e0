import { exportRequested } from '@agora/shared/contracts/events/identity'
import { newId } from '@agora/shared/contracts/ids'
import { EXPORT_KIND, type Job } from '@agora/shared/contracts/jobs'
import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import { accessSelf } from '../../accounts/authority.ts'
import { judgeCurrentPassword } from '../../accounts/current-password.ts'
import type { Context } from '../../context.ts'
import { type Acting, holdAuthority } from '../../credentials/acting.ts'
import { readRecipient } from '../../mail-recipients/store.ts'
import type { ExportBody } from '../schemas.ts'
import { insertRequest, type RequestedExport, readRequest } from '../store.ts'

/**
 * Starts an export of a member's data, and mails them a link to it. Nobody may request another's, not even an
 * administrator.
 * @throws ApiError 401 if the member's credentials end meanwhile, 403, 404 if erased meanwhile, 422 without and 403 with
 * a wrong password, 429 after too many, 409 without a confirmed address
 */
export async function createExport(
  context: Context,
  actor: Caller<UserPrincipal>,
  userId: string,
  { current_password }: ExportBody,
  acting: Acting,
): Promise<Job> {
  const account = await accessSelf(context, actor, userId)
  await judgeCurrentPassword(context, account, current_password, acting.asker)
  if (!(await readRecipient(context.pool, account.id))) throw new ApiError(errors.noConfirmedEmail)
  const requested = await request(context, actor, acting)
  return {
    id: requested.jobId,
    created_at: requested.requestedAt.toISOString(),
    created_by: shortUser(account),
    task: {
      id: requested.taskId,
      revision: 0,
      polled_at: null,
      status: 'Available',
      starvation: 0,
      kind: EXPORT_KIND.name,
      kind_version: EXPORT_KIND.version,
    },
  }
}

/** One of several simultaneous requests starts the export; the others get the same one. */
function request(
  { transaction }: Context,
  { id: user, traceparent }: Caller<UserPrincipal>,
  acting: Acting,
): Promise<RequestedExport> {
  return transaction(async (tx) => {
    await holdAuthority(tx, acting)
    const ids = { exportId: newId(), jobId: newId(), taskId: newId() }
    const requested = await insertRequest(tx, user, ids)
    if (requested) {
      const event = exportRequested.of({ export: ids.exportId, job: ids.jobId, task: ids.taskId, user })
      await appendEvent(tx, traceparent, event)
      return requested
    }
    const known = await readRequest(tx, user)
    if (!known) throw new ApiError(errors.userNotFound)
    return known
  })
}
