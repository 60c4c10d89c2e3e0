import type { Context } from '../../context.ts'
import { recordModeration } from '../moderation/events.ts'
import type { AccessedGrant, RoleChange } from './authority.ts'
import { deleteGrant, insertGrant } from './store.ts'

/** Grants or revokes a role. If nothing changes, nothing is logged. */
export async function changeRole(
  { db }: Context,
  { act, role }: RoleChange,
  { actor, grantee, sectionId }: AccessedGrant,
): Promise<void> {
  const grant = { userId: grantee.id, role, sectionId }
  await db.transaction(async (tx) => {
    const changed =
      act === 'grant' ? await insertGrant(tx, grant, actor.user.id) : await deleteGrant(tx, grant)
    if (!changed) return
    const action = act === 'grant' ? 'GrantRole' : 'RevokeRole'
    await recordModeration(tx, actor, [
      { action, section: sectionId, targetUser: grantee.id, data: { role } },
    ])
  })
}
