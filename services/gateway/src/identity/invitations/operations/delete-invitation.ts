import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import type { Actor } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { accessInvitations } from '../authority.ts'
import { deleteInvitation as deleteRow } from '../store.ts'

/** Ends an invitation at once. @throws ApiError 403, 404 */
export async function deleteInvitation(context: Context, actor: Actor, invitationId: string): Promise<void> {
  const createdBy = await accessInvitations(context, actor)
  const id = parseUuid(invitationId)
  if (id === undefined || !(await deleteRow(context.pool, id, createdBy)))
    throw new ApiError(errors.invitationNotFound)
}
