import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { readingMember, writingMember } from '../../authority/members.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireReference } from '../../references.ts'
import { findSection } from '../sections/store.ts'
import { accessThread } from '../threads/authority.ts'

/** What can be subscribed to, as a path names it. */
export interface Target {
  kind: 'thread' | 'section'
  ref: string
}

export interface AccessedTarget {
  kind: Target['kind']
  targetId: string
  userId: string
}

/**
 * Loads the thread or section, if the member can see it, for a member who may read or change their subscriptions.
 *
 * @throws ApiError unauthenticated, forbidden, threadNotFound, sectionNotFound
 */
export async function accessSubscription(
  context: Context,
  principal: Caller,
  { kind, ref }: Target,
  act: 'read' | 'write',
): Promise<AccessedTarget> {
  const judge = act === 'read' ? readingMember : writingMember
  if (kind === 'thread') {
    const { thread } = await accessThread(context, principal, ref)
    return { kind, targetId: thread.id, userId: judge(principal).id }
  }
  const section = await findSection(context.db, requireReference(ref, errors.sectionNotFound))
  if (!section) throw new ApiError(errors.sectionNotFound)
  return { kind, targetId: section.id, userId: judge(principal).id }
}
