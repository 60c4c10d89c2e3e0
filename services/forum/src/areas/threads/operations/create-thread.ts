import { newId } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { renderBody } from '../../../bodies/render.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { Attempt } from '../../../idempotency/attempt.ts'
import { ownPictures } from '../../../pictures/own.ts'
import { requireReference } from '../../../resources/references.ts'
import { accessSectionToPost } from '../../sections/authority.ts'
import { grammarFor } from '../../sections/grammar.ts'
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
  const { db, config, media, posting, isTold } = context
  const reference = requireReference(sectionRef, errors.sectionNotFound)
  const access = await accessSectionToPost(context, principal, reference, errors.cannotCreateThread)
  const { section, authority, member } = access
  const standing = await posting.standing(db, principal, member)
  const grammar = grammarFor(authority, config.forum.icons, standing)
  const pictures = await ownPictures(media, member, member.user.id, input.body)
  const body = await renderBody(db, input.body, { ...grammar, pictures })
  const thread = { id: newId(), sectionId: section.id, title: input.title.trim() }
  const post = {
    id: newId(),
    revisionId: newId(),
    authorId: member.user.id,
    authorRole: authority.role ?? null,
    ...body,
  }
  const opened = await posting.count('threads', member, standing, () =>
    insertThread(db, thread, post, { attempt, isTold }),
  )
  if (!opened) throw new ApiError(errors.sectionHoldsNoThreads)
  context.written.set()
  return getThread(context, principal, thread.id)
}
