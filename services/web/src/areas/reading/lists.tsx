import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Author, Avatar, Dots, NoAvatar, nameOf, Paging, Rows, SectionName, Tabs } from '../../view/parts.tsx'
import { openingPath } from './addresses.ts'
import { LastPost } from './last-post.tsx'
import { THREADS_PER_PAGE } from './sizes.ts'

type Thread = Schemas['ForumListedThread']
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
      api.GET('/api/v1/forum/threads', { params: { query: { of, include: 'opening', ...shown } } }),
    )
    const path = paths[of]
    const last = Math.max(1, Math.ceil(threads.count / THREADS_PER_PAGE))
    if (current > last) return redirect(last === 1 ? path : `${path}?page=${last}`)
    const { titles, none, description } = words.lists
    return page(
      titles[of],
      <>
        <WaysIn visit={visit} />
        <Rows items={threads.items} none={none[of]}>
          {(thread) => <ThreadRow visit={visit} thread={thread} />}
        </Rows>
        <Paging visit={visit} path={path} count={threads.count} size={THREADS_PER_PAGE} current={current} />
      </>,
      of === 'Latest'
        ? {
            canonical: current === 1 ? path : `${path}?page=${current}`,
            feed: '/feed.atom',
            mayBeKept: true,
            description: description(visit.siteName),
          }
        : { isIndexed: false },
    )
  }

export const showLatest = showList('Latest')
export const showUnread = showList('Unread')
export const showWatched = showList('Watched')
export const showOwn = showList('Own')

function ThreadRow({ visit, thread }: { visit: Visit; thread: Thread }) {
  const { words } = visit
  const { section, opening } = thread
  const { is_unread: isUnread } = thread.self
  const opener = opening?.post.author.user
  const lang = section.locale ?? undefined
  return (
    <li class={`row faced ${isUnread ? 'unread' : ''}`}>
      {opener ? <Avatar id={opener.id} name={nameOf(opener)} /> : <NoAvatar />}
      <div class="row-main">
        <h2>
          <a href={openingPath(visit, thread)}>
            <bdi lang={lang}>{thread.title}</bdi>
          </a>
          {isUnread && <span class="new">{words.section.unread}</span>}
        </h2>
        {opening && opening.excerpt !== '' && (
          <p class="beginning" dir="auto" lang={lang}>
            {opening.excerpt}
          </p>
        )}
        <p class="meta">
          <Dots>
            <a href={`/sections/${section.key}`}>
              <SectionName section={section} />
            </a>
            {opening && <Author visit={visit} author={opening.post.author} />}
            {thread.is_locked && <span class="badge">{words.thread.locked}</span>}
            {thread.has_admin_announcement && <span class="badge strong">{words.thread.announcement}</span>}
            {words.section.replies(thread.posts.count - 1)}
          </Dots>
        </p>
      </div>
      <LastPost visit={visit} last={thread.last_post} />
    </li>
  )
}
