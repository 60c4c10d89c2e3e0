import type { Schemas } from '@agora/client'
import { type ApiRefusal, ifThere, maybe, must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import type { Problem } from '../../view/fields.tsx'
import { MemberLink, Paging, Rows } from '../../view/parts.tsx'
import { type Author, authorOf } from './author.ts'
import { apiQuery, type Filters, filtersIn, searchPath } from './filters.ts'
import { HitRow } from './hits.tsx'
import { SearchForm } from './search-form.tsx'

type Hits = Schemas['ForumSearchHits']

const PER_PAGE = 20

export const showSearch: Reader = async (visit) => {
  const filters = filtersIn(visit.query)
  const [sections, author] = await Promise.all([readSections(visit.api), authorOf(visit, filters)])
  const isAsked = filters.q.trim() !== '' && !author.problem && !author.choices
  if (!isAsked) return searchPage(visit, { filters, sections, author, problem: author.problem })
  // In the addresses of its pages, a name is the account that it was found to be.
  const found = author.user ? { ...filters, author: author.user.id, by: '' } : filters
  const { value, refusal } = await attempt(ifThere(readHits(visit, found)))
  const hits = refusal ? undefined : (value ?? nothing)
  const thread = await titleOf(visit, found, hits)
  return searchPage(visit, {
    filters: found,
    sections,
    author,
    thread,
    hits,
    problem: refusal && problemIn(refusal, visit),
  })
}

/** What is found in a section or thread, or of an author, that is not there, or not for this reader. */
const nothing: Hits = { count: 0, items: [], offset: 0, limit: PER_PAGE }

const readHits = (visit: Visit, filters: Filters): Promise<Hits> =>
  must(
    visit.api.GET('/api/v1/forum/search', {
      params: {
        query: {
          ...apiQuery(visit, filters),
          offset: (pageNumber(visit.query) - 1) * PER_PAGE,
          limit: PER_PAGE,
        },
      },
    }),
  )

/** The title of the thread that is searched. */
async function titleOf({ api }: Visit, { thread }: Filters, hits?: Hits): Promise<string | undefined> {
  if (thread === '') return undefined
  const [hit] = hits?.items ?? []
  if (hit) return hit.thread.title
  const params = { path: { thread_ref: thread }, query: { limit: 0 } }
  return (await maybe(api.GET('/api/v1/forum/threads/{thread_ref}', { params })))?.title
}

/** Whatever the reason for a refusal, the words must be changed. */
const problemIn = (refusal: ApiRefusal, visit: Visit): Problem =>
  refusal.status < 429
    ? { field: 'q', status: 422, text: visit.words.search.unclear }
    : problemOf(refusal, visit)

interface Search {
  filters: Filters
  sections: readonly Schemas['ForumSection'][]
  author: Author
  thread?: string | undefined
  hits?: Hits | undefined
  problem?: Problem | undefined
}

function searchPage(visit: Visit, { filters, sections, author, thread, hits, problem }: Search) {
  const { words } = visit
  return page(
    words.search.title,
    <>
      <SearchForm
        visit={visit}
        filters={filters}
        sections={sections}
        author={author.user}
        thread={thread}
        problem={problem}
      />
      {author.choices && <Choices visit={visit} filters={filters} users={author.choices} />}
      {hits && <Found visit={visit} filters={filters} sections={sections} hits={hits} />}
    </>,
    { problem, crumbs: [{ href: '/', name: words.nav.home }], isIndexed: false, mayBeKept: true },
  )
}

/** Which of the members of a name is meant. */
const Choices = ({
  visit: { words },
  filters,
  users,
}: Pick<Search, 'filters'> & { visit: Visit; users: NonNullable<Author['choices']> }) => (
  <section class="card">
    <h2>{words.search.which}</h2>
    <ul class="people">
      {users.map((user) => (
        <li>
          <MemberLink user={user} />
          <a class="button quiet" href={searchPath({ ...filters, author: user.id, by: '' })}>
            {words.search.find}
          </a>
        </li>
      ))}
    </ul>
  </section>
)

function Found({
  visit,
  filters,
  sections,
  hits,
}: Pick<Search, 'filters' | 'sections'> & { visit: Visit; hits: Hits }) {
  const { words, query } = visit
  return (
    <>
      <p class="meta facts" role="status">
        {filters.thread === '' ? words.search.foundIn(hits.count) : words.search.found(hits.count)}
      </p>
      <Rows items={hits.items} none={words.search.nothing}>
        {(hit) => (
          <HitRow
            visit={visit}
            hit={hit}
            filters={filters}
            locale={sections.find(({ id }) => id === hit.section.id)?.locale ?? undefined}
          />
        )}
      </Rows>
      <Paging
        visit={visit}
        path={searchPath(filters)}
        count={hits.count}
        size={PER_PAGE}
        current={pageNumber(query)}
      />
    </>
  )
}
