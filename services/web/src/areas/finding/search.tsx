import type { Schemas } from '@agora/client'
import { raw } from 'hono/html'
import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import { Input, type Problem, Select } from '../../view/fields.tsx'
import { Author, Dots, Empty, Paging, Time } from '../../view/parts.tsx'

type Hit = Schemas['ForumSearchHits']['items'][number]

const PER_PAGE = 20
const places = ['', 'posts', 'titles'] as const

export const showSearch: Reader = async (visit) => {
  const { api, words, query } = visit
  const q = query.get('q') ?? ''
  const section = query.get('section') ?? ''
  const place = places.find((one) => one === query.get('in')) ?? ''
  const sections = await readSections(api)
  if (q.trim() === '') return searchPage(visit, { q, section, place, sections })
  const { value: hits, refusal } = await attempt(
    must(
      api.GET('/api/v1/forum/search', {
        params: {
          query: {
            q,
            ...(section === '' ? {} : { section }),
            ...(place === '' ? {} : { in: place }),
            offset: (pageNumber(query) - 1) * PER_PAGE,
            limit: PER_PAGE,
          },
        },
      }),
    ),
  )
  // Whatever the reason for the refusal, the words must be changed.
  const problem =
    refusal && refusal.status < 429
      ? { field: 'q', status: 422, text: words.search.unclear }
      : refusal && problemOf(refusal, visit)
  return searchPage(visit, { q, section, place, sections, hits, problem })
}

interface Search {
  q: string
  section: string
  place: string
  sections: readonly Schemas['ForumSection'][]
  hits?: Schemas['ForumSearchHits'] | undefined
  problem?: Problem | undefined
}

function searchPage(visit: Visit, { q, section, place, sections, hits, problem }: Search) {
  const { words, query } = visit
  const path = `/search?${new URLSearchParams({ q, section, in: place })}`
  return page(
    words.search.title,
    <>
      <search>
        <form method="get" action="/search" class="card">
          <Input
            name="q"
            type="search"
            label={words.search.words}
            hint={words.search.hint}
            value={q}
            isRequired
            maxLength={200}
            problem={problem}
          />
          <div class="filter">
            <Select
              name="section"
              label={words.fields.section}
              value={section}
              options={[
                ['', words.queue.allSections],
                ...sections.map(({ key, display_name }) => [key, display_name] as const),
              ]}
            />
            <Select
              name="in"
              label={words.search.where}
              value={place}
              options={places.map((one) => [one, words.search.places[one]])}
            />
            <button>{words.search.find}</button>
          </div>
        </form>
      </search>
      {hits && (
        <>
          <p class="meta facts" role="status">
            {words.search.found(hits.count)}
          </p>
          {hits.items.length === 0 ? (
            <Empty>{words.search.nothing}</Empty>
          ) : (
            <ul class="rows">
              {hits.items.map((hit) => (
                <HitRow
                  visit={visit}
                  hit={hit}
                  locale={sections.find(({ id }) => id === hit.section.id)?.locale ?? undefined}
                />
              ))}
            </ul>
          )}
          <Paging visit={visit} path={path} count={hits.count} size={PER_PAGE} current={pageNumber(query)} />
        </>
      )}
    </>,
    { status: problem?.status ?? 200, crumbs: [{ href: '/', name: words.nav.home }], isIndexed: false },
  )
}

interface HitProps {
  visit: Visit
  hit: Hit
  /** The language of its section. */
  locale: string | undefined
}

function HitRow({ visit, hit, locale }: HitProps) {
  const { thread, section, post, snippet } = hit
  return (
    <li class="hit">
      <h2>
        <a href={post ? `/posts/${post.id}` : `/threads/${thread.id}`}>
          <bdi lang={locale}>{thread.title}</bdi>
        </a>
      </h2>
      {/* The API's HTML: text, and what was found in it. */}
      <p dir="auto" lang={locale}>
        {raw(snippet)}
      </p>
      <p class="meta">
        <Dots>
          <a href={`/sections/${section.key}`}>
            <bdi lang={locale}>{section.display_name}</bdi>
          </a>
          {post && <Author visit={visit} author={post.author} />}
          {post && <Time visit={visit} time={post.ctime} />}
        </Dots>
      </p>
    </li>
  )
}
