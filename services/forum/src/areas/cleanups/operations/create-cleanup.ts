import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessMemberToModerate } from '../../members/authority.ts'
import type { Cleanup, CleanupInput } from '../schemas.ts'
import { insertCleanup } from '../store.ts'
import { viewCleanup, workerOf } from '../views.ts'

/**
 * Begins to hide all posts of a member and to delete all threads that they opened, where the caller may moderate.
 *
 * @throws ApiError forbidden, userNotFound
 */
export async function createCleanup(
  context: Context,
  principal: Caller,
  id: string,
  { reason, since }: CleanupInput,
): Promise<Cleanup> {
  const { moderator, userId } = await accessMemberToModerate(context, principal, id)
  const from = since === undefined || since === null ? null : new Date(since)
  const cleanup = { userId, by: workerOf(moderator), since: from, reason }
  const row = await context.db.transaction((tx) => insertCleanup(tx, cleanup))
  context.cleaning.set()
  return viewCleanup(row)
}
