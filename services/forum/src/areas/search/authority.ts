import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../authority/actor.ts'
import { authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireId, requireReference } from '../../resources/references.ts'
import { accessThread } from '../threads/authority.ts'
import type { SearchRequest } from './engine.ts'
import { monthOf } from './months.ts'
import type { SearchQuery } from './schemas.ts'
import { readSections } from './store.ts'
import { languageOf } from './text/languages.ts'

/** Where a search looks, for the index and for what is shown. */
export interface Scope
  extends Pick<SearchRequest, 'languages' | 'sections' | 'thread' | 'author' | 'months'> {
  since: Date | null
  until: Date | null
}

/**
 * The sections that the caller may read, the thread, the author and the time to search.
 *
 * @throws ApiError sectionNotFound, threadNotFound, userNotFound
 */
export async function accessScope(
  context: Context,
  principal: Caller,
  { section, thread, author, since, until }: SearchQuery,
): Promise<Scope> {
  const { db, users } = context
  const actor = await loadActor(context, principal)
  const all = await readSections(db)
  const readable = all.filter(({ id }) => authorityIn(actor, id).canRead)
  let within = readable
  if (section !== undefined) {
    const { by, value } = requireReference(section, errors.sectionNotFound)
    const top = readable.find((one) => one[by] === value)
    if (!top) throw new ApiError(errors.sectionNotFound)
    within = readable.filter(({ id, ancestors }) => id === top.id || ancestors.includes(top.id))
  }
  const threadId = thread === undefined ? null : (await accessThread(context, principal, thread)).thread.id
  const authorId = author === undefined ? null : requireId(author, errors.userNotFound)
  if (authorId !== null && !(await users.findUser(authorId, principal.traceparent)))
    throw new ApiError(errors.userNotFound)
  return {
    languages: [...new Set(within.map(({ locale }) => languageOf(locale)))],
    sections: within.length === all.length ? null : within.map(({ id }) => id),
    thread: threadId,
    author: authorId,
    ...timesOf(since, until),
  }
}

function timesOf(
  since: string | undefined,
  until: string | undefined,
): Pick<Scope, 'since' | 'until' | 'months'> {
  const months = {
    first: since === undefined ? '' : monthOf(new Date(since).toISOString()),
    last: until === undefined ? '9999-12' : monthOf(new Date(until).toISOString()),
  }
  return {
    since: since === undefined ? null : new Date(since),
    until: until === undefined ? null : new Date(until),
    months: since === undefined && until === undefined ? null : months,
  }
}
