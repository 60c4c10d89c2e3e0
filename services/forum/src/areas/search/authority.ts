import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireId, requireReference } from '../../references.ts'
import type { SearchRequest } from '../../search/engine.ts'
import { languageOf } from '../../search/text/languages.ts'
import { readSections } from './store.ts'

/**
 * The sections and the author to search; everybody sees every section.
 *
 * @throws ApiError sectionNotFound, userNotFound
 */
export async function accessScope(
  { db, users }: Pick<Context, 'db' | 'users'>,
  principal: Caller,
  { section, author }: { section?: string; author?: string },
): Promise<Pick<SearchRequest, 'languages' | 'sections' | 'author'>> {
  const all = await readSections(db)
  let within = all
  if (section !== undefined) {
    const { by, value } = requireReference(section, errors.sectionNotFound)
    const top = all.find((one) => one[by] === value)
    if (!top) throw new ApiError(errors.sectionNotFound)
    within = all.filter(({ id, ancestors }) => id === top.id || ancestors.includes(top.id))
  }
  const authorId = author === undefined ? null : requireId(author, errors.userNotFound)
  if (authorId !== null && !(await users.findUser(authorId, principal.traceparent)))
    throw new ApiError(errors.userNotFound)
  return {
    languages: [...new Set(within.map(({ locale }) => languageOf(locale)))],
    sections: section === undefined ? null : within.map(({ id }) => id),
    author: authorId,
  }
}
