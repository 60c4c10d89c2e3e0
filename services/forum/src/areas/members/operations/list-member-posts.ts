import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { loadActor } from '../../../authority/actor.ts'
import { authorityIn, moderatedSections, sectionsClosedTo } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { viewPost } from '../../posts/views.ts'
import { accessMember } from '../authority.ts'
import type { MemberPosts } from '../schemas.ts'
import { readMemberPosts } from '../store-posts.ts'

/**
 * A member's posts that the caller may read, newest first. Posts in deleted threads are included where the reader may restore them.
 *
 * @throws ApiError userNotFound
 */
export async function listMemberPosts(
  context: Context,
  principal: Caller,
  id: string,
  requested: Page,
): Promise<MemberPosts> {
  const member = await accessMember(context, principal, id)
  const actor = await loadActor(context, principal)
  const page = clampPage(requested)
  const closed = sectionsClosedTo(actor)
  const { posts: closedPosts } = await context.writtenIn(member.id, closed)
  const filter = { moderated: moderatedSections(actor), closed, closedPosts }
  const { count, posts } = await readMemberPosts(context.db, member.id, filter, page)
  const items = posts.map((row) => ({
    ...viewPost(row, { actor, authority: authorityIn(actor, row.sectionId), thread: row }),
    thread: { type: 'ForumThread' as const, id: row.threadId, key: row.threadKey, title: row.threadTitle },
  }))
  return { count, items, ...page }
}
