import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireId } from '../../../resources/references.ts'
import { accessGroup } from '../authority.ts'
import type { Group } from '../schemas.ts'
import * as store from '../store.ts'
import { viewGroup } from '../views.ts'

/**
 * Takes a member out of a group. Without effect if they are not in it.
 *
 * @throws ApiError groupNotFound, userNotFound for what is no id
 */
export async function deleteGroupMember(
  context: Context,
  principal: Caller,
  key: string,
  userId: string,
): Promise<Group> {
  await accessGroup(context, principal, key)
  await store.deleteGroupMember(context.db, key, requireId(userId, errors.userNotFound))
  return viewGroup(await accessGroup(context, principal, key))
}
