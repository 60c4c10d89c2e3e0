import type { Caller } from '@agora/shared/contracts/principal'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { canSeeThread, threadAbilities } from '../../authority/abilities.ts'
import { type Actor, actingUser, actorFrom, isMember, type Member } from '../../authority/actor.ts'
import { type Authority, authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { bodyReference, requireReference } from '../../resources/references.ts'
import type { SectionReference } from '../../resources/schemas.ts'
import { readerOf } from '../reading/unread/reader.ts'
import { findSection } from '../sections/store.ts'
import {
  type FindThread,
  findThread,
  lockThread,
  type PageOfThread,
  type ThreadPageRow,
  type ThreadState,
} from './store.ts'

interface AccessedThread {
  thread: ThreadState
  authority: Authority
  actor: Actor
}

/** Decides on seeing a thread, and so on everything loaded with it. */
function judge(actor: Actor, thread: { sectionId: string; isDeleted: boolean }): Authority {
  const authority = authorityIn(actor, thread.sectionId)
  if (!canSeeThread(authority, thread)) throw new ApiError(errors.threadNotFound)
  return authority
}

/**
 * Loads a thread that the caller may see.
 *
 * @throws ApiError threadNotFound
 */
export async function accessThread(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<AccessedThread> {
  const find: FindThread = (reference, userId) => findThread(context.db, reference, userId)
  return accessFound(context, principal, ref, find)
}

async function accessFound(
  context: Context,
  principal: Caller,
  ref: string,
  find: FindThread,
): Promise<AccessedThread> {
  const thread = await find(requireReference(ref, errors.threadNotFound), actingUser(principal))
  if (!thread) throw new ApiError(errors.threadNotFound)
  const actor = await actorFrom(context, principal, thread.facts)
  return { thread, authority: judge(actor, thread), actor }
}

/**
 * Loads a thread to reply to.
 *
 * @throws ApiError threadNotFound, cannotCreatePost
 */
export async function accessThreadToReply(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<{ thread: ThreadState; authority: Authority; member: Member }> {
  const { thread, authority, actor } = await accessFound(context, principal, ref, context.findThread)
  const { can_post: permitted } = threadAbilities(actor, authority, thread)
  if (!permitted || !isMember(actor)) throw new ApiError(errors.cannotCreatePost)
  return { thread, authority, member: actor }
}

/**
 * Loads a thread with a page of its posts.
 *
 * @throws ApiError threadNotFound
 */
export async function accessThreadPage(
  context: Context,
  principal: Caller,
  ref: string,
  { page, keys }: Omit<PageOfThread, 'reference'>,
): Promise<{ row: ThreadPageRow; actor: Actor }> {
  const reference = requireReference(ref, errors.threadNotFound)
  const row = await context.readThreadPage({ reference, page, keys }, readerOf(principal))
  if (!row) throw new ApiError(errors.threadNotFound)
  const actor = await actorFrom(context, principal, row.facts)
  judge(actor, row)
  return { row, actor }
}

/**
 * Loads a thread and the section to move it to, locks the thread's row until the transaction ends, and admits only the
 * moderators of both sections. The destination is named by the refusal only to those who see the thread.
 *
 * @throws ApiError threadNotFound, destinationNotFound, cannotMoveThread
 */
export async function accessThreadToMove(
  tx: Transaction,
  actor: Actor,
  ref: string,
  section: SectionReference,
): Promise<{ thread: ThreadState; moderator: Member; destination: { id: string } }> {
  const found = await findSection(tx, bodyReference(section))
  const destination = found && authorityIn(actor, found.id).canRead ? found : undefined
  const refusal = destination ? errors.cannotMoveThread : errors.destinationNotFound
  const accessed = await accessThreadToModerate(tx, actor, ref, refusal)
  if (!destination || !authorityIn(actor, destination.id).canModerate) throw new ApiError(refusal)
  return { ...accessed, destination }
}

/**
 * Loads a thread, locks its row until the transaction ends, and admits only the moderators of its section.
 *
 * @param refusal the error for those who see the thread but do not moderate it.
 * @throws ApiError threadNotFound, `refusal`
 */
export async function accessThreadToModerate(
  tx: Transaction,
  actor: Actor,
  ref: string,
  refusal: ErrorDefinition,
): Promise<{ thread: ThreadState; moderator: Member }> {
  const thread = await lockThread(tx, requireReference(ref, errors.threadNotFound))
  if (!thread) throw new ApiError(errors.threadNotFound)
  const authority = judge(actor, thread)
  if (!authority.canModerate || !isMember(actor)) throw new ApiError(refusal)
  return { thread, moderator: actor }
}
