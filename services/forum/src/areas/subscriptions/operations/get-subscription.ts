import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { type AccessedTarget, accessSubscription, type Target } from '../authority.ts'
import type { Subscription } from '../schemas.ts'
import { readSubscription } from '../store.ts'
import { viewSubscription } from '../views.ts'

/** @throws ApiError forbidden, threadNotFound, sectionNotFound */
export async function getSubscription(
  context: Context,
  principal: Caller,
  target: Target,
): Promise<Subscription> {
  return readAccessed(context, await accessSubscription(context, principal, target, 'read'))
}

/** The subscription after a change. */
export async function readAccessed(
  { db }: Context,
  { kind, targetId, userId }: AccessedTarget,
): Promise<Subscription> {
  return viewSubscription(await readSubscription(db, kind, targetId, userId))
}
