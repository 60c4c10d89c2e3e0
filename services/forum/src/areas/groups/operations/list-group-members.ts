import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { viewUser } from '../../../resources/views.ts'
import { accessGroup } from '../authority.ts'
import type { GroupMembers } from '../schemas.ts'
import { readGroupMembers } from '../store.ts'

/**
 * A group's members, for administrators and the members themselves.
 *
 * @throws ApiError unauthenticated, forbidden, groupNotFound
 */
export async function listGroupMembers(
  context: Context,
  principal: Caller,
  key: string,
  requested: Page,
): Promise<GroupMembers> {
  const page = clampPage(requested)
  const group = await accessGroup(context, principal, key)
  const { count, members } = await readGroupMembers(context.db, group.id, page)
  return { count, items: members.map(({ id, name }) => viewUser(id, name)), ...page }
}
