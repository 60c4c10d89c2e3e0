import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessSubscription, type Target } from '../authority.ts'
import type { Subscription, SubscriptionInput } from '../schemas.ts'
import { putSubscription as put } from '../store.ts'
import { readAccessed } from './get-subscription.ts'

/** @throws ApiError forbidden, threadNotFound, sectionNotFound */
export async function putSubscription(
  context: Context,
  principal: Caller,
  target: Target,
  { level }: SubscriptionInput,
): Promise<Subscription> {
  const accessed = await accessSubscription(context, principal, target, 'write')
  await put(context.db, { ...accessed, level })
  return readAccessed(context, accessed)
}
