import type { Schemas } from '@agora/client'
import { page } from '../../http/outcome.ts'
import type { Params, Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Select } from '../../view/fields.tsx'
import { Day, Dots, MemberLink, Paging, Time } from '../../view/parts.tsx'
import { Chart, type Step } from './chart.tsx'
import { partsOf } from './parts.ts'
import { nameOf } from './places.ts'
import { type ArchivedRecord, type Kind, type KindName, kinds, type Periods } from './records.ts'
import { Value, wordsOf } from './values.tsx'

/** As many periods as a chart can show distinctly. */
const PER_PAGE = 50

export const showRecord =
  (kindName: KindName): Reader =>
  async (visit, params) => {
    const { words, query } = visit
    const kind: Kind = kinds[kindName]
    const record = await kind.read(visit, params)
    const current = pageNumber(query)
    const field = chosenField(record, query.get('field'))
    const periods =
      field === undefined
        ? undefined
        : await kind.history(visit, params, { field, offset: (current - 1) * PER_PAGE, limit: PER_PAGE })
    const path = pathOf(kind, params)
    const { parent, related = [] } = record
    return page(
      nameOf(record),
      <>
        <p class="meta facts">
          <Dots>
            {words.archive.kinds[kindName]}
            {record.server}
            <>#{record.id}</>
            <>
              {words.archive.since} <Day visit={visit} time={record.archivedAt} />
            </>
          </Dots>
        </p>
        {record.members?.current && <Linked visit={visit} members={record.members} />}
        {related.length > 0 && <Related visit={visit} related={related} />}
        <Fields visit={visit} record={record} path={path} field={field} />
        {periods && <History visit={visit} periods={periods} path={path} current={current} />}
      </>,
      {
        crumbs: [
          { href: '/', name: words.nav.home },
          { href: '/archive', name: words.archive.title },
          ...(parent ? [parent] : []),
        ],
        canonical: path,
        description: words.archive.description(nameOf(record)),
        mayBeKept: true,
        isIndexed: !query.has('field') && !query.has('part') && current === 1,
      },
    )
  }

const pathOf = ({ path }: Kind, params: Params): string =>
  `/archive/${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`

/** The field whose history is shown: the requested one, or the first that can be charted, or the first. */
function chosenField({ fields }: ArchivedRecord, asked: string | null): string | undefined {
  const names = fields.map(([name]) => name)
  if (asked !== null && names.includes(asked)) return asked
  return fields.find(([, { latest }]) => partsOf(latest.value).size > 0)?.[0] ?? names[0]
}

const Related = ({ visit, related }: { visit: Visit; related: NonNullable<ArchivedRecord['related']> }) => (
  <p>
    {visit.words.archive.rewards}{' '}
    <Dots>
      {related.map(({ href, name }) => (
        <a href={href}>
          <bdi>{name}</bdi>
        </a>
      ))}
    </Dots>
  </p>
)

const Linked = ({ visit, members }: { visit: Visit; members: Schemas['GameAUser']['svc'] }) =>
  members.current && (
    <p>
      {visit.words.archive.linked} <MemberLink user={members.current.user} />
    </p>
  )

interface FieldsProps {
  visit: Visit
  record: ArchivedRecord
  path: string
  field: string | undefined
}

function Fields({ visit, record, path, field }: FieldsProps) {
  const { words } = visit
  return (
    <section class="card scroll" tabindex={0} aria-label={words.archive.lastSeen}>
      <table class="record">
        <thead>
          <tr>
            <th scope="col">{words.archive.field}</th>
            <th scope="col">{words.archive.value}</th>
            <th scope="col">{words.archive.start}</th>
            <th scope="col">{words.archive.retrieved}</th>
          </tr>
        </thead>
        <tbody>
          {record.fields.map(([name, { latest }]) => (
            <tr>
              <th scope="row">
                <a href={`${path}?field=${name}#history`} aria-current={name === field ? 'true' : undefined}>
                  {fieldName(visit, name)}
                </a>
              </th>
              <td>
                <Value visit={visit} value={latest.value} />
              </td>
              <td data-label={words.archive.start}>
                <Time visit={visit} time={latest.period.start} />
              </td>
              <td data-label={words.archive.retrieved}>
                <Time visit={visit} time={latest.retrieved.latest} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const fieldName = ({ words }: Visit, name: string): string =>
  words.archive.fields[name as keyof typeof words.archive.fields] ?? name

interface HistoryProps {
  visit: Visit
  periods: Periods
  path: string
  current: number
}

function History({ visit, periods, path, current }: HistoryProps) {
  const { words } = visit
  const { field, items, count } = periods
  const parts = [...new Set(items.flatMap(({ value }) => [...partsOf(value).keys()]))]
  const asked = visit.query.get('part')
  const part = parts.find((one) => one === asked) ?? parts[0]
  const steps = part === undefined ? [] : stepsOf(periods, part)
  const name = fieldName(visit, field)
  const charted = part ? `${name}: ${wordsOf(part, words)}` : name
  return (
    <section class="card" id="history">
      <h2>{words.archive.history(name)}</h2>
      {parts.length > 1 && (
        <form method="get" action={`${path}#history`} class="filter">
          <input type="hidden" name="field" value={field} />
          <Select
            name="part"
            label={words.archive.part}
            value={part ?? ''}
            options={parts.map((one) => [one, wordsOf(one, words)])}
          />
          <button class="quiet">{words.archive.show}</button>
        </form>
      )}
      {steps.length > 0 && <Chart visit={visit} steps={steps} label={words.archive.chart(charted)} />}
      <section class="scroll" tabindex={0} aria-label={words.archive.history(name)}>
        <table class="record">
          <thead>
            <tr>
              <th scope="col">{words.archive.value}</th>
              <th scope="col">{words.archive.start}</th>
              <th scope="col">{words.archive.end}</th>
              <th scope="col">{words.archive.retrieved}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ value, period, retrieved }) => (
              <tr>
                <td>
                  <Value visit={visit} value={value} />
                </td>
                <td data-label={words.archive.start}>
                  <Time visit={visit} time={period.start} />
                </td>
                <td data-label={period.end === null ? undefined : words.archive.end}>
                  {period.end === null ? words.archive.holds : <Time visit={visit} time={period.end} />}
                </td>
                <td data-label={words.archive.retrieved}>
                  <Time visit={visit} time={retrieved.latest} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Paging
        visit={visit}
        path={`${path}?${new URLSearchParams({ field, ...(asked ? { part: asked } : {}) })}`}
        count={count}
        size={PER_PAGE}
        current={current}
      />
    </section>
  )
}

/** The values of this part, oldest first, where they are known. */
const stepsOf = ({ items }: Periods, part: string): Step[] =>
  items
    .flatMap(({ value, period, retrieved }) => {
      const number = partsOf(value).get(part)
      const to = Date.parse(period.end ?? retrieved.latest)
      return number === undefined ? [] : [{ from: Date.parse(period.start), to, value: number }]
    })
    .reverse()
