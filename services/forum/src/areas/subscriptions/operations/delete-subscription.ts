import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessSubscription, type Target } from '../authority.ts'
import type { Subscription } from '../schemas.ts'
import { deleteSubscription as remove } from '../store.ts'
import { readAccessed } from './get-subscription.ts'

/**
 * Returns to the default. Idempotent.
 *
 * @throws ApiError forbidden, threadNotFound, sectionNotFound
 */
export async function deleteSubscription(
  context: Context,
  principal: Caller,
  target: Target,
): Promise<Subscription> {
  const accessed = await accessSubscription(context, principal, target, 'write')
  await remove(context.db, accessed)
  return readAccessed(context, accessed)
}
