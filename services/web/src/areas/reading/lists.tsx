import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Paging, Rows, SectionName, Tabs } from '../../view/parts.tsx'
import { THREADS_PER_PAGE } from './sizes.ts'
import { ThreadRow } from './thread-row.tsx'

type List = 'Latest' | 'Unread' | 'Watched' | 'Own'

const paths: Record<List, string> = {
  Latest: '/latest',
  Unread: '/unread',
  Watched: '/watching',
  Own: '/mine',
}

/** The ways into the forum: its sections, and its threads across them; most of the latter are a member's own. */
export const WaysIn = ({ visit }: { visit: Visit }) => {
  const { words, me } = visit
  const lists = me ? (['Latest', 'Unread', 'Watched', 'Own'] as const) : (['Latest'] as const)
  return (
    <Tabs
      visit={visit}
      label={words.lists.label}
      tabs={[['/', words.lists.sections], ...lists.map((of) => [paths[of], words.lists.titles[of]] as const)]}
    />
  )
}

const showList =
  (of: List): Reader =>
  async (visit) => {
    const { api, words, query } = visit
    const current = pageNumber(query)
    const shown = { offset: (current - 1) * THREADS_PER_PAGE, limit: THREADS_PER_PAGE }
    const threads = await must(
      api.GET('/api/v1/forum/threads', { params: { query: { of, include: 'opening,waiting', ...shown } } }),
    )
    visit.takeWaiting(threads)
    const path = paths[of]
    const last = Math.max(1, Math.ceil(threads.count / THREADS_PER_PAGE))
    if (current > last) return redirect(last === 1 ? path : `${path}?page=${last}`)
    const { titles, none, description } = words.lists
    return page(
      titles[of],
      <>
        <h1 class="unseen">{titles[of]}</h1>
        <WaysIn visit={visit} />
        <Rows items={threads.items} none={none[of]}>
          {(thread) => (
            <ThreadRow visit={visit} thread={thread} locale={thread.section.locale}>
              <a href={`/sections/${thread.section.key}`}>
                <SectionName section={thread.section} />
              </a>
            </ThreadRow>
          )}
        </Rows>
        <Paging visit={visit} path={path} count={threads.count} size={THREADS_PER_PAGE} current={current} />
      </>,
      of === 'Latest'
        ? {
            isOwnHeading: true,
            canonical: current === 1 ? path : `${path}?page=${current}`,
            feed: '/feed.atom',
            mayBeKept: true,
            description: description(visit.siteName),
          }
        : { isOwnHeading: true, isIndexed: false },
    )
  }

export const showLatest = showList('Latest')
export const showUnread = showList('Unread')
export const showWatched = showList('Watched')
export const showOwn = showList('Own')
