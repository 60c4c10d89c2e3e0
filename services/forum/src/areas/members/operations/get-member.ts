import type { Caller } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { readClosedSections } from '../../../authority/store.ts'
import type { Context } from '../../../context.ts'
import { timestampOrNull } from '../../../resources/views.ts'
import { accessMember } from '../authority.ts'
import type { MemberSummary } from '../schemas.ts'
import { readMemberSummary } from '../store-posts.ts'

/** @throws ApiError userNotFound */
export async function getMember(context: Context, principal: Caller, id: string): Promise<MemberSummary> {
  const member = await accessMember(context, principal, id)
  const { db } = context
  const closed = await readClosedSections(db)
  const written = await context.writtenIn(member.id, closed)
  const summary = await readMemberSummary(db, member.id, closed, written)
  const { threads, posts, firstPostAt, lastPostAt } = summary
  return {
    type: 'ForumUser',
    user: shortUser(member),
    threads: { count: threads },
    posts: { count: posts },
    first_post_at: timestampOrNull(firstPostAt),
    last_post_at: timestampOrNull(lastPostAt),
  }
}
