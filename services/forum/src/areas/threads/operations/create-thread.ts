import { newId } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { actingUser, actorFrom, isMember } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import { renderBody } from '../../../bodies.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { parseReference } from '../../../references.ts'
import { grammarFor } from '../../sections/grammar.ts'
import { findSection } from '../../sections/store.ts'
import type { Thread, ThreadInput } from '../schemas.ts'
import { insertThread } from '../store.ts'
import { getThread } from './get-thread.ts'

/** @throws ApiError sectionNotFound, cannotCreateThread, sectionHoldsNoThreads, bodyNotParsed, bodyNotRendered */
export async function createThread(
  context: Context,
  principal: Caller,
  sectionRef: string,
  input: ThreadInput,
): Promise<Thread> {
  const { pool, prisma, config } = context
  const reference = parseReference(sectionRef)
  const section = reference && (await findSection(pool, reference, actingUser(principal)))
  if (!section) throw new ApiError(errors.sectionNotFound)
  const actor = await actorFrom(context, principal, section.facts)
  const authority = authorityIn(actor, section.id)
  if (!authority.canWrite || !isMember(actor)) throw new ApiError(errors.cannotCreateThread)
  if (section.isCategory) throw new ApiError(errors.sectionHoldsNoThreads)

  const body = await renderBody(prisma, input.body, grammarFor(authority, config.forum.icons))
  const id = newId()
  const opened = await insertThread(
    pool,
    { id, sectionId: section.id, title: input.title.trim() },
    {
      id: newId(),
      revisionId: newId(),
      authorId: actor.user.id,
      authorRole: authority.role ?? null,
      ...body,
    },
  )
  if (!opened) throw new ApiError(errors.sectionHoldsNoThreads)
  return getThread(context, principal, id)
}
