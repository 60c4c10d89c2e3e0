import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../authority/actor.ts'
import { authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireId, requireReference } from '../../references.ts'
import type { SearchRequest } from '../../search/engine.ts'
import { languageOf } from '../../search/text/languages.ts'
import { readSections } from './store.ts'

/**
 * The sections that the caller may read and the author to search.
 *
 * @throws ApiError sectionNotFound, userNotFound
 */
export async function accessScope(
  context: Pick<Context, 'db' | 'users'>,
  principal: Caller,
  { section, author }: { section?: string; author?: string },
): Promise<Pick<SearchRequest, 'languages' | 'sections' | 'author'>> {
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
  const authorId = author === undefined ? null : requireId(author, errors.userNotFound)
  if (authorId !== null && !(await users.findUser(authorId, principal.traceparent)))
    throw new ApiError(errors.userNotFound)
  return {
    languages: [...new Set(within.map(({ locale }) => languageOf(locale)))],
    sections: within.length === all.length ? null : within.map(({ id }) => id),
    author: authorId,
  }
}
