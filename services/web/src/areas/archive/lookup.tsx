import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, type Problem, RefusedForm, Select } from '../../view/fields.tsx'
import { Empty, Meta, Time } from '../../view/parts.tsx'
import { nameOf, pageOf, placesOf, type RecordList } from './places.ts'

type Records = Schemas['ArchivedRecords']

const PER_PAGE = 50

/** Records by name, all of them or those of a game; one whose id is known is gone to at once. */
export const showArchive: Reader = async (visit) => {
  const { words, query } = visit
  const places = placesOf(visit)
  const place = places.find(({ path }) => path === query.get('place'))
  const id = query.get('id')?.trim() ?? ''
  const isWrong = query.has('id') && !/^\d{1,20}$/.test(id)
  if (place && query.has('id') && !isWrong) return redirect(`/archive/${place.path}/${id}`)
  const problem = isWrong ? { field: 'id', status: 422, text: words.archive.wrongId } : undefined
  const records = await readRecords(visit, place)
  const isWhole = query.size === 0
  return page(
    words.archive.title,
    <>
      <p>{words.archive.about}</p>
      <ByName visit={visit} places={places} place={place} />
      {isWhole && <Places visit={visit} places={places} />}
      <List visit={visit} records={records} place={place} />
      <ById visit={visit} places={places} place={place} problem={problem} />
    </>,
    {
      problem,
      crumbs: [{ href: '/', name: words.nav.home }],
      canonical: '/archive',
      description: words.archive.about,
      isIndexed: isWhole,
      mayBeKept: true,
    },
  )
}

const given = (values: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))

const readRecords = ({ api, query }: Visit, place: RecordList | undefined): Promise<Records> => {
  const asked = given({ server: place?.server, name: query.get('name')?.trim(), after: query.get('after') })
  return must(
    api.GET('/api/v1/archive/records', {
      params: { query: { ...asked, ...(place && { type: place.type }), limit: PER_PAGE } },
    }),
  )
}

interface Props {
  visit: Visit
  places: readonly RecordList[]
  place?: RecordList | undefined
}

const ByName = ({ visit: { words, query }, places, place }: Props) => (
  <search>
    <form method="get" action="/archive" class="card">
      <div class="filter wide">
        <Input
          name="name"
          type="search"
          label={words.archive.name}
          value={query.get('name') ?? ''}
          maxLength={256}
        />
        <Select
          name="place"
          label={words.archive.place}
          value={place?.path ?? ''}
          options={[['', words.archive.everywhere], ...optionsOf(places)]}
        />
        <button>{words.search.find}</button>
      </div>
    </form>
  </search>
)

const optionsOf = (places: readonly RecordList[]) => places.map(({ path, name }) => [path, name] as const)

/** The lists of the games and their servers. */
const Places = ({ visit: { words }, places }: Props) => (
  <nav class="places" aria-label={words.archive.lists}>
    <ul>
      {places.map(({ path, name }) => (
        <li>
          <a href={`/archive?${new URLSearchParams({ place: path })}`}>{name}</a>
        </li>
      ))}
    </ul>
  </nav>
)

function List({ visit, records, place }: { visit: Visit; records: Records; place: RecordList | undefined }) {
  const { words, query } = visit
  const listed = given({ name: query.get('name')?.trim(), place: place?.path })
  const at = (after?: string) => `/archive?${new URLSearchParams({ ...listed, ...given({ after }) })}`
  if (records.items.length === 0)
    return <Empty>{query.size === 0 ? words.archive.empty : words.archive.notFound}</Empty>
  return (
    <section aria-label={words.archive.found}>
      <ul class="rows">
        {records.items.map((item) => (
          <Row visit={visit} item={item} />
        ))}
      </ul>
      {(query.has('after') || records.next !== null) && (
        <nav class="paging" aria-label={words.paging.label}>
          {query.has('after') && <a href={at()}>{words.archive.first}</a>}
          {records.next !== null && (
            <a rel="next" href={at(records.next)}>
              <span>{words.paging.next}</span> <span aria-hidden="true">→</span>
            </a>
          )}
        </nav>
      )}
    </section>
  )
}

function Row({ visit, item }: { visit: Visit; item: Records['items'][number] }) {
  const { words } = visit
  const { type, server, id } = item
  return (
    <li class="row">
      <div class="row-main">
        <h2>
          <a href={pageOf(type, server, id)}>
            <bdi>{nameOf(item)}</bdi>
          </a>
        </h2>
        <Meta>
          {words.archive.kinds[type]}
          {server ?? words.archive.gameC}
          {item.name !== null && <>#{id}</>}
        </Meta>
      </div>
      <div class="row-side">
        <p class="meta">
          {words.archive.retrieved} <Time visit={visit} time={item.retrieved_at} />
        </p>
      </div>
    </li>
  )
}

const ById = ({
  visit: { words, query },
  places,
  place,
  problem,
}: Props & { problem: Problem | undefined }) => (
  <form method="get" action="/archive" class="card">
    <div class="filter">
      <Select
        name="place"
        scope="by-id"
        label={words.archive.place}
        value={place?.path ?? places[0]?.path ?? ''}
        options={optionsOf(places)}
      />
      <RefusedForm.Provider value={problem}>
        <Input name="id" label={words.archive.id} value={query.get('id') ?? ''} isRequired maxLength={20} />
      </RefusedForm.Provider>
      <button class="quiet">{words.archive.show}</button>
    </div>
  </form>
)
