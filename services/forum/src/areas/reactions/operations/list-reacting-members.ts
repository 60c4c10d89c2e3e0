import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { viewUser } from '../../../resources/views.ts'
import { accessReactions } from '../authority.ts'
import type { ReactingMembers } from '../schemas.ts'
import { readReactingMembers } from '../store.ts'

/** @throws ApiError postNotFound, reactionNotFound */
export async function listReactingMembers(
  context: Context,
  principal: Caller,
  { ref, key }: { ref: string; key: string },
  asked: Page,
): Promise<ReactingMembers> {
  const page = clampPage(asked)
  const { post } = await accessReactions(context, principal, ref, key)
  const { count, members } = await readReactingMembers(context.db, post.id, key, page)
  return { ...page, count, items: members.map(({ id, name }) => viewUser(id, name)) }
}
