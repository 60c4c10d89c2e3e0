import type { Actor } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { accessInvitations } from '../authority.ts'
import type { Invitations } from '../schemas.ts'
import { readInvitations } from '../store.ts'
import { invitationView } from '../views.ts'

/** @throws ApiError 403 */
export async function listInvitations(context: Context, actor: Actor): Promise<Invitations> {
  const rows = await readInvitations(context.pool, await accessInvitations(context, actor))
  return { items: rows.map(invitationView) }
}
