import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Actor } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import { readSettings } from '../site/settings.ts'

/**
 * Whose invitations the actor sees and ends: everybody's for an administrator, their own for a moderator where moderators
 * invite. Without a second factor where roles need one, a role counts for nothing.
 * @throws ApiError 403
 */
export async function accessInvitations(context: Context, actor: Actor): Promise<string | undefined> {
  if (actor.ceiling !== 'full') throw new ApiError(common.forbidden)
  if (actor.isAdministrator) return undefined
  const { inviters } = await readSettings(context.config, context.pool)
  if (inviters !== 'Moderators' || !(await holdsRole(context, actor))) throw new ApiError(common.forbidden)
  return actor.id
}

async function holdsRole({ readRoleHolders }: Context, actor: Actor & UserPrincipal): Promise<boolean> {
  if (actor.withheld) return false
  return (await readRoleHolders(actor.traceparent)).some(({ user }) => user === actor.id)
}
