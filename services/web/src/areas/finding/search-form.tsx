import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { Input, type Problem, RefusedForm, Select } from '../../view/fields.tsx'
import { MemberLink, type ShortUser } from '../../view/parts.tsx'
import { type Filters, orders, places, searchPath } from './filters.ts'

interface Props {
  visit: Visit
  filters: Filters
  sections: readonly Schemas['ForumSection'][]
  /** Whose posts are searched. */
  author: ShortUser | undefined
  /** The title of the thread that is searched. */
  thread: string | undefined
  problem: Problem | undefined
}

export function SearchForm(props: Props) {
  const { visit, filters, author, problem } = props
  const { words } = visit
  return (
    <search aria-label={words.search.title}>
      <RefusedForm.Provider value={problem}>
        <form method="get" action="/search" class="card">
          <Input
            name="q"
            type="search"
            label={words.search.words}
            hint={words.search.hint}
            value={filters.q}
            isRequired
            maxLength={200}
          />
          <div class="filter">
            <Select
              name="section"
              label={words.fields.section}
              value={filters.section}
              options={[
                ['', words.queue.allSections],
                ...props.sections.map(({ key, display_name }) => [key, display_name] as const),
              ]}
            />
            <Select
              name="order"
              label={words.search.order}
              value={filters.order}
              options={orders.map((one) => [one, words.search.orders[one]])}
            />
            <button>{words.search.find}</button>
          </div>
          <More {...props} />
          {filters.thread !== '' && <input type="hidden" name="thread" value={filters.thread} />}
          {author && <input type="hidden" name="author" value={author.id} />}
          <Bounds {...props} />
        </form>
      </RefusedForm.Provider>
    </search>
  )
}

/** The rest, open where something is set. */
function More({ visit, filters, author, problem }: Props) {
  const { words, me } = visit
  const isOpen = problem?.field === 'by' || [filters.in, filters.from, filters.to, filters.by].some(Boolean)
  return (
    <details class="more" open={isOpen}>
      <summary>{words.search.more}</summary>
      <div class="filter">
        <Select
          name="in"
          label={words.search.where}
          value={filters.in}
          options={places.map((one) => [one, words.search.places[one]])}
        />
        <Input name="from" type="date" label={words.search.from} value={filters.from} />
        <Input name="to" type="date" label={words.search.to} value={filters.to} />
        {me && !author && (
          <Input
            name="by"
            label={words.search.author}
            hint={words.search.authorHint}
            value={filters.by}
            maxLength={64}
          />
        )}
      </div>
    </details>
  )
}

/** What the search is bound to by a link, and the way out. */
function Bounds({ visit: { words }, filters, author, thread }: Props) {
  if (!author && filters.thread === '') return null
  return (
    <p class="choices">
      {thread !== undefined && (
        <span>
          {words.search.inThread} <bdi>{thread}</bdi>
        </span>
      )}
      {filters.thread !== '' && (
        <a href={searchPath({ ...filters, thread: '' })}>{words.search.everywhere}</a>
      )}
      {author && (
        <>
          <span>
            {words.search.by} <MemberLink user={author} />
          </span>
          <a href={searchPath({ ...filters, author: '', by: '' })}>{words.search.byAnybody}</a>
        </>
      )}
    </p>
  )
}
