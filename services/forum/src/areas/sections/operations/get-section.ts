import { includedBy } from '@agora/shared/contracts/include'
import { clampPage, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { type Actor, actorFrom } from '../../../authority/actor.ts'
import { authorityIn } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { type Reference, requireReference } from '../../../resources/references.ts'
import { readWaiting } from '../../notifications/waiting.ts'
import { readerOf } from '../../reading/unread/reader.ts'
import { viewSubscription } from '../../subscriptions/views.ts'
import { judge } from '../authority.ts'
import type { SectionPage, SectionQuery } from '../schemas.ts'
import { readSectionPage } from '../store.ts'
import { viewSectionPage } from '../views.ts'

const firstThreads: SectionQuery = { offset: 0, limit: THREADS_PER_PAGE }

/** @throws ApiError sectionNotFound */
export async function getSection(
  context: Context,
  principal: Caller,
  ref: string,
  requested: SectionQuery = firstThreads,
): Promise<SectionPage> {
  const reference = requireReference(ref, errors.sectionNotFound)
  const { actor, view } = await readSection(context, principal, reference, requested)
  judge(actor, view)
  return view
}

/** A section as it is to a caller who has just changed it, and may not read it by now: one that they made, or moderated. */
export async function getSeenSection(context: Context, principal: Caller, id: string): Promise<SectionPage> {
  return (await readSection(context, principal, { by: 'id', value: id }, firstThreads)).view
}

async function readSection(
  context: Context,
  principal: Caller,
  reference: Reference,
  requested: SectionQuery,
): Promise<{ actor: Actor; view: SectionPage }> {
  const page = clampPage(requested)
  const reader = readerOf(principal)
  const included = includedBy(requested)
  const isFull = included.has('opening') || included.has('subscription')
  const row = await readSectionPage(context.db, reference, page, reader, isFull)
  if (!row) throw new ApiError(errors.sectionNotFound)
  const actor = await actorFrom(context, principal, row.facts)
  const children = row.children.filter(({ id }) => authorityIn(actor, id).canRead)
  const unread = await context.unread(reader, row.readingChanges, [row.section, ...children])
  const viewer = { actor, icons: context.config.forum.icons, unread }
  const view = viewSectionPage({ ...row, children }, page, viewer)
  if (!included.has('opening')) for (const thread of view.threads.items) delete thread.opening
  if (row.subscription && included.has('subscription')) view.subscription = viewSubscription(row.subscription)
  const waiting = included.has('waiting') && (await readWaiting(context.db, actor))
  if (waiting) view.waiting = waiting
  return { actor, view }
}
