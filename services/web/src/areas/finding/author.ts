import { maybe, must } from '../../api.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'
import type { ShortUser } from '../../view/parts.tsx'
import type { Filters } from './filters.ts'

/** How many members of one beginning of a name are offered. */
const MOST = 20

/** Whose posts are searched; undefined for anybody's. */
export interface Author {
  user?: ShortUser | undefined
  /** Who it may be, where several have the name. */
  choices?: readonly ShortUser[]
  problem?: Problem
}

/** Members find members by name; a link to somebody's posts works for everybody. */
export async function authorOf(visit: Visit, { author, by }: Filters): Promise<Author> {
  const { api, me, words } = visit
  if (author !== '')
    return {
      user: await maybe(api.GET('/api/v1/users/{user_id}', { params: { path: { user_id: author } } })),
    }
  if (by.trim() === '' || !me) return {}
  const { value, refusal } = await attempt(
    must(api.GET('/api/v1/users', { params: { query: { name: by.trim(), limit: MOST } } })),
  )
  if (refusal) return { problem: { ...problemOf(refusal, visit), field: 'by' } }
  const [first, ...others] = value.items
  if (!first) return { problem: { field: 'by', text: words.search.nobody, status: 422 } }
  return others.length === 0 ? { user: first } : { choices: value.items }
}
