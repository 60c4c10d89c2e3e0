import { clampPage } from '@agora/shared/contracts/pagination'
import type { Caller } from '@agora/shared/contracts/principal'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessScope, type Scope } from '../authority.ts'
import type { DocumentKind, Search } from '../engine.ts'
import { parseQuery, type Query } from '../query.ts'
import { LONGEST, MAX_HITS, type SearchHit, type SearchHits, type SearchQuery, SHORTEST } from '../schemas.ts'
import { snippetsOf } from '../snippets.ts'
import { type Hit, keepVisible, readHits } from '../store.ts'
import { viewHit } from '../views.ts'

/**
 * Content that matches the search, in the order asked for, each or by thread. Deleted threads and hidden bodies are never found: of the caller it
 * depends only on which sections they may read. `signal` ends it between two statements.
 *
 * @throws ApiError invalidSearch, invalidSearchScope, sectionNotFound, threadNotFound, userNotFound
 */
export async function searchForum(
  context: Context,
  principal: Caller,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchHits> {
  const { alternatives } = readText(query.q)
  const kind = readKind(query.in)
  const page = clampPage(query)
  const scope = await accessScope(context, principal, query)
  const search =
    alternatives.length === 0 ? undefined : await context.search.search({ alternatives, kind, ...scope })
  if (!search) return { count: 0, items: [], ...page }
  const found = await findHits(context, search, scope, query, signal)
  const counts = query.gather === 'threads' ? countByThread(found) : undefined
  const hits = counts ? firstOfThreads(found) : found
  const shown = hits.slice(page.offset, page.offset + page.limit)
  const items = await showHits(context.db, search, shown, { sections: scope.sections, counts }, signal)
  // What was hidden since then is neither shown nor counted.
  return { count: hits.length - (shown.length - items.length), items, ...page }
}

function readText(text = ''): Query {
  const length = [...text.trim()].length
  if (length < SHORTEST || length > LONGEST) throw new ApiError(errors.invalidSearch)
  const query = parseQuery(text)
  if (query.onlyExcludes) throw new ApiError(errors.invalidSearch)
  return query
}

const kinds = new Map<string, DocumentKind>([
  ['posts', 'post'],
  ['titles', 'title'],
])

function readKind(text: string | undefined): DocumentKind | null {
  if (text === undefined) return null
  const kind = kinds.get(text)
  if (!kind) throw new ApiError(errors.invalidSearchScope)
  return kind
}

/** The newest matches, up to the most that are counted, in the order asked for. */
async function findHits(
  { db }: Context,
  search: Search,
  scope: Scope,
  { order, gather }: SearchQuery,
  signal: AbortSignal,
): Promise<Hit[]> {
  const isNewestFirst = order === 'newest'
  const hits: Hit[] = []
  for await (const candidates of search.candidates()) {
    hits.push(...(await keepVisible(db, candidates, scope, isNewestFirst || gather !== undefined)))
    signal.throwIfAborted()
    if (hits.length >= MAX_HITS) break
  }
  return hits
    .slice(0, MAX_HITS)
    .sort(isNewestFirst ? (one, other) => other.at - one.at : (one, other) => other.score - one.score)
}

function countByThread(hits: readonly Hit[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { thread } of hits) counts.set(thread, (counts.get(thread) ?? 0) + 1)
  return counts
}

function firstOfThreads(hits: readonly Hit[]): Hit[] {
  const first = new Map<string, Hit>()
  for (const hit of hits) if (!first.has(hit.thread)) first.set(hit.thread, hit)
  return [...first.values()]
}

interface Showing {
  sections: readonly string[] | null
  /** The numbers of hits by thread, if they are gathered. */
  counts: ReadonlyMap<string, number> | undefined
}

async function showHits(
  db: Queries,
  search: Search,
  hits: readonly Hit[],
  { sections, counts }: Showing,
  signal: AbortSignal,
): Promise<SearchHit[]> {
  if (hits.length === 0) return []
  const subjects = hits.map(({ subject }) => subject)
  const rows = await readHits(db, subjects, sections)
  const languages = new Map(hits.map(({ subject, language }) => [subject, language]))
  const snippets = await snippetsOf(db, search, rows, languages, signal)
  return rows.map((row) => viewHit(row, snippets.get(row.subject)!, counts?.get(row.threadId)))
}
