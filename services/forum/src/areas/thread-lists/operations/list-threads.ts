import { includedBy } from '@agora/shared/contracts/include'
import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { type Actor, loadActor } from '../../../authority/actor.ts'
import { sectionsClosedTo } from '../../../authority/authority.ts'
import { readingMember } from '../../../authority/members.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireReference } from '../../../resources/references.ts'
import { readWaiting } from '../../notifications/waiting.ts'
import { readerOf } from '../../reading/unread/reader.ts'
import { accessSectionToRead } from '../../sections/authority.ts'
import type { ThreadList, ThreadListQuery } from '../schemas.ts'
import { readThreadList } from '../store.ts'
import { viewListedThread } from '../views.ts'

/**
 * Threads of the whole forum or of a section and all below it, the newest answer first, whether pinned or not. `Latest`
 * is for everybody, the others are a member's own.
 *
 * @throws ApiError unauthenticated, forbidden, sectionNotFound
 */
export async function listThreads(
  context: Context,
  principal: Caller,
  { of: kind, section, include, ...requested }: ThreadListQuery,
): Promise<ThreadList> {
  if (kind !== 'Latest') readingMember(principal)
  const { sectionId, actor } = await accessScope(context, principal, section)
  const page = clampPage(requested)
  const included = includedBy({ include })
  const { count, threads } = await readThreadList(
    context.db,
    {
      kind,
      sectionId,
      closed: sectionsClosedTo(actor),
      reader: readerOf(principal),
      withOpening: included.has('opening'),
    },
    page,
  )
  const waiting = included.has('waiting') && (await readWaiting(context.db, actor))
  return { count, items: threads.map(viewListedThread), ...page, ...(waiting && { waiting }) }
}

async function accessScope(
  context: Context,
  principal: Caller,
  ref: string | undefined,
): Promise<{ sectionId: string | null; actor: Actor }> {
  if (ref === undefined) return { sectionId: null, actor: await loadActor(context, principal) }
  const reference = requireReference(ref, errors.sectionNotFound)
  const { section, actor } = await accessSectionToRead(context, principal, reference)
  return { sectionId: section.id, actor }
}
