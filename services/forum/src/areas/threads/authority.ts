import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { type Actor, isMember, type Member } from '../../authority/actor.ts'
import { type Authority, authorityIn } from '../../authority/authority.ts'
import { errors } from '../../errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { parseReference } from '../../references.ts'
import type { ThreadSelf } from './schemas.ts'
import { lockThread, type ThreadState } from './store.ts'

/** The acts on a thread that its reader may do now: the `self` block, and the judgement of every write. */
export function threadAbilities(
  actor: Actor,
  authority: Authority,
  thread: Pick<ThreadState, 'isLocked' | 'isDeleted' | 'authorId'>,
): ThreadSelf {
  const live = !thread.isDeleted
  const moderates = live && authority.canModerate
  return {
    can_post: live && authority.canWrite && !thread.isLocked,
    can_lock: moderates,
    can_pin: moderates,
    can_move: moderates,
    can_delete: moderates,
    can_report: live && authority.canReport && actor.user?.id !== thread.authorId,
  }
}

/** A deleted thread is there for those who may restore it; to anybody else it is as if it had never been. */
export function canSeeThread(authority: Authority, thread: { isDeleted: boolean }): boolean {
  return !thread.isDeleted || authority.canModerate
}

export interface LockedThread {
  thread: ThreadState
  authority: Authority
  /** The actor, who is a member since nobody else moderates. */
  actor: Member
}

/**
 * Loads a thread, locks its row until the transaction ends, and lets nobody through but the moderators of its section.
 *
 * @param refusal what whoever sees the thread without moderating it is told.
 * @throws ApiError threadNotFound, `refusal`
 */
export async function accessThreadToModerate(
  tx: Prisma.TransactionClient,
  actor: Actor,
  ref: string,
  refusal: ErrorDefinition,
): Promise<LockedThread> {
  const reference = parseReference(ref)
  const thread = reference && (await lockThread(tx, reference))
  if (!thread) throw new ApiError(errors.threadNotFound)
  const authority = authorityIn(actor, thread.sectionId)
  if (!canSeeThread(authority, thread)) throw new ApiError(errors.threadNotFound)
  if (!authority.canModerate || !isMember(actor)) throw new ApiError(refusal)
  return { thread, authority, actor }
}
