import { parseUuid } from '@agora/shared/contracts/ids'
import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvent } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import { accessOwnAccount } from '../../accounts/authority.ts'
import { signedOutEvent } from '../../auth/events.ts'
import type { Context } from '../../context.ts'
import { deleteSession as deleteRow } from '../../credentials/store.ts'

/** Ends one session of a member; returns its id. @throws ApiError 403, 404 */
export async function deleteSession(
  context: Context,
  actor: Caller<UserPrincipal>,
  params: { user_id: string; session_id: string },
): Promise<string> {
  const accountId = await accessOwnAccount(context, actor, params.user_id)
  const id = parseUuid(params.session_id)
  if (id === undefined) throw new ApiError(errors.sessionNotFound)
  await context.transaction(async (tx) => {
    if (!(await deleteRow(tx, accountId, id))) throw new ApiError(errors.sessionNotFound)
    await appendEvent(tx, actor.traceparent, signedOutEvent(accountId, id))
  })
  return id
}
