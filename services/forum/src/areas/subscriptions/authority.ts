import type { Caller } from '@agora/shared/contracts/principal'
import { readingMember, writingMember } from '../../authority/members.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireReference } from '../../resources/references.ts'
import { accessSectionToRead } from '../sections/authority.ts'
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
  const { section } = await accessSectionToRead(
    context,
    principal,
    requireReference(ref, errors.sectionNotFound),
  )
  return { kind, targetId: section.id, userId: judge(principal).id }
}
