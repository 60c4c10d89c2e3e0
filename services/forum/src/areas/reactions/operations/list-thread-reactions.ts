import { reactionKeys } from '@agora/shared/config/reactions'
import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { canSeeThread } from '../../../authority/abilities.ts'
import { actingUser, actorFrom, readsAsMember } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireReference } from '../../../resources/references.ts'
import type { ThreadReactions } from '../schemas.ts'
import { readReactionsOfThread } from '../store.ts'

/** @throws ApiError threadNotFound */
export async function listThreadReactions(
  context: Context,
  principal: Caller,
  ref: string,
  page: Page,
): Promise<ThreadReactions> {
  const reader = {
    keys: reactionKeys(context.config),
    actorId: actingUser(principal),
    userId: readsAsMember(principal) ? principal.id : null,
  }
  const reference = requireReference(ref, errors.threadNotFound)
  const row = await readReactionsOfThread(context.db, reference, clampPage(page), reader)
  if (!row) throw new ApiError(errors.threadNotFound)
  const actor = await actorFrom(context, principal, row.facts)
  if (!canSeeThread(authorityIn(actor, row.sectionId), row)) throw new ApiError(errors.threadNotFound)
  return { posts: row.posts }
}
