import { newId } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { Attempt } from '../../../idempotency/store.ts'
import { requireReference } from '../../../resources/references.ts'
import { newPost } from '../../posts/new-post.ts'
import { accessSectionToPost } from '../../sections/authority.ts'
import type { Thread, ThreadInput } from '../schemas.ts'
import { insertThread } from '../store-writes.ts'
import { getThread } from './get-thread.ts'

/** @throws ApiError sectionNotFound, cannotCreateThread, sectionHoldsNoThreads, bodyNotParsed, bodyNotRendered, tooManyRequests */
export async function createThread(
  context: Context,
  principal: Caller,
  sectionRef: string,
  input: ThreadInput,
  attempt?: Attempt,
): Promise<Thread> {
  const { db, posting, isTold } = context
  const reference = requireReference(sectionRef, errors.sectionNotFound)
  const access = await accessSectionToPost(context, principal, reference, errors.cannotCreateThread)
  const { post, allowance } = await newPost(context, principal, access, input.body)
  const thread = { id: newId(), sectionId: access.section.id, title: input.title.trim() }
  const opened = await posting.count('threads', access.member, allowance, () =>
    insertThread(db, thread, post, { attempt, isTold }),
  )
  if (!opened) throw new ApiError(errors.sectionHoldsNoThreads)
  context.written.set()
  return getThread(context, principal, thread.id)
}
