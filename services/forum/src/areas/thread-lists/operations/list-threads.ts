import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { actingUser } from '../../../authority/actor.ts'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { viewSectionHead } from '../../../heads/section.ts'
import { requireReference } from '../../../references.ts'
import { readerOf } from '../../../unread/reader.ts'
import { findSection } from '../../sections/store.ts'
import { viewThreadSummary } from '../../sections/views.ts'
import type { ThreadList, ThreadListQuery } from '../schemas.ts'
import { readThreadList } from '../store.ts'

/**
 * Threads of the whole forum or of a section and all below it, the newest answer first, whether pinned or not. `Latest`
 * is for everybody, the others are a member's own.
 *
 * @throws ApiError unauthenticated, forbidden, sectionNotFound
 */
export async function listThreads(
  context: Context,
  principal: Caller,
  { of: kind, section, ...requested }: ThreadListQuery,
): Promise<ThreadList> {
  if (kind !== 'Latest') readingMember(principal)
  const sectionId = section === undefined ? null : await sectionNamed(context, principal, section)
  const page = clampPage(requested)
  const { count, threads } = await readThreadList(
    context.db,
    { kind, sectionId, reader: readerOf(principal) },
    page,
  )
  const items = threads.map((row) => ({
    ...viewThreadSummary(row),
    section: { ...viewSectionHead(row.section), locale: row.section.locale },
  }))
  return { count, items, ...page }
}

async function sectionNamed({ db }: Context, principal: Caller, ref: string): Promise<string> {
  const section = await findSection(db, requireReference(ref, errors.sectionNotFound), actingUser(principal))
  if (!section) throw new ApiError(errors.sectionNotFound)
  return section.id
}
