import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { moderatedSections } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { covers } from '../../sanctions/authority.ts'
import { readSanctionsWithin } from '../../sanctions/store.ts'
import { viewSanction } from '../../sanctions/views.ts'
import { accessMemberToModerate } from '../authority.ts'
import { MAX_POSTS_COUNTED, type MemberHistory } from '../schemas.ts'
import { countPostsWithin, countReportsAgainst } from '../store.ts'

/**
 * A member's sanctions, the reports against them and their posts, where the reader moderates.
 *
 * @throws ApiError forbidden, userNotFound
 */
export async function getMemberHistory(
  context: Context,
  principal: Caller,
  id: string,
  requested: Page,
): Promise<MemberHistory> {
  const { db } = context
  const { moderator, userId } = await accessMemberToModerate(context, principal, id)
  const sections = moderatedSections(moderator)
  const page = clampPage(requested)
  const { count, sanctions } = await readSanctionsWithin(db, userId, sections, page)
  const items = sanctions.map((sanction) => viewSanction(sanction, covers(moderator, sanction.sectionId)))
  return {
    sanctions: { count, items, ...page },
    reports_against: await countReportsAgainst(db, userId, sections),
    posts: { count: await countPostsWithin(db, userId, sections, MAX_POSTS_COUNTED) },
  }
}
