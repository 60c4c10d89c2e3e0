import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Muted, muteIn } from '../../view/mute.tsx'
import { Dots, Empty, MemberLink, Notice, Paging } from '../../view/parts.tsx'
import { arePictured, Colour, Description, Picture } from '../../view/section.tsx'
import { Watching } from '../notifications/watching.tsx'
import { crumbsTo } from './crumbs.ts'
import { THREADS_PER_PAGE } from './sizes.ts'
import { ThreadRow } from './thread-row.tsx'

type Section = Schemas['ForumSectionPage']

export const showSection: Reader = async (visit, { section: ref = '' }) => {
  const { api, words, query } = visit
  const current = pageNumber(query)
  const section = await must(
    api.GET('/api/v1/forum/sections/{section_ref}', {
      params: {
        path: { section_ref: ref },
        query: {
          offset: (current - 1) * THREADS_PER_PAGE,
          limit: THREADS_PER_PAGE,
          include: 'opening,subscription,waiting',
        },
      },
    }),
  )
  visit.takeWaiting(section)
  const path = `/sections/${section.key}`
  const { threads, children, self } = section
  const last = Math.max(1, Math.ceil(threads.count / THREADS_PER_PAGE))
  if (current > last) return redirect(last === 1 ? path : `${path}?page=${last}`)
  const moderates = self.roles.length > 0
  const isBarred = visit.me && children.length === 0 && !self.can_create_thread
  const mute = isBarred ? await muteIn(visit, section.id) : undefined
  return page(
    section.display_name,
    <>
      {section.is_archived && <Notice>{words.sections.isArchived}</Notice>}
      <Description description={section.description} locale={section.locale} />
      <SectionFacts visit={visit} section={section} />
      {mute && <Muted visit={visit} mute={mute} />}
      {children.length > 0 && <Children visit={visit} sections={children} />}
      {children.length === 0 && threads.count === 0 && (
        <Empty>{self.can_create_thread ? words.section.beTheFirst : words.section.noThreads}</Empty>
      )}
      {threads.items.length > 0 && (
        <ul class="rows">
          {threads.items.map((thread) => (
            <ThreadRow visit={visit} thread={thread} locale={section.locale} isInSection />
          ))}
        </ul>
      )}
      <Paging visit={visit} path={path} count={threads.count} size={THREADS_PER_PAGE} current={current} />
    </>,
    {
      titleLocale: section.locale,
      crumbs: crumbsTo(visit, section),
      aside: (
        <div class="choices">
          {children.length === 0 && (
            <Watching visit={visit} to={`${path}/watching`} watching={section.subscription} />
          )}
          {moderates && (
            <a class="button quiet" href={`/moderation?section=${section.id}`}>
              {words.section.queue}
            </a>
          )}
          {children.length === 0 && <NewThread visit={visit} section={section} />}
        </div>
      ),
      canonical: current === 1 ? path : `${path}?page=${current}`,
      description: section.description ?? words.section.description(section.display_name),
      image: section.picture?.uri,
      feed: `${path}/feed.atom`,
      // What is read below it changes its counts; a mute is for the member alone.
      mayBeKept: !mute && children.every((child) => child.self.unread_threads === 0),
    },
  )
}

function NewThread({ visit: { words, me }, section }: { visit: Visit; section: Section }) {
  const to = `/sections/${section.key}/new`
  if (section.self.can_create_thread)
    return (
      <a class="button" href={to}>
        {words.section.newThread}
      </a>
    )
  if (me || section.is_archived) return null
  return (
    <a class="button" href={`/sign-in?${new URLSearchParams({ next: to })}`}>
      {words.section.newThread}
    </a>
  )
}

function SectionFacts({ visit: { words }, section }: { visit: Visit; section: Section }) {
  const { role_grants: grants, children, threads } = section
  return (
    <p class="meta facts">
      <Dots>
        {children.length === 0 && words.threads(threads.count)}
        {grants.length > 0 && (
          <>
            {words.section.moderatedBy}{' '}
            {grants.map(({ user }, index) => (
              <>
                {index > 0 && ', '}
                <MemberLink user={user} />
              </>
            ))}
          </>
        )}
        {section.self.roles.length > 0 && (
          <a href={`/sections/${section.key}/roles`}>{words.section.roles}</a>
        )}
        {children.length === 0 && <a href={`/sections/${section.key}/feed.atom`}>{words.feed}</a>}
      </Dots>
    </p>
  )
}

interface ChildrenProps {
  visit: Visit
  sections: readonly Schemas['ForumSection'][]
}

function Children({ visit: { words }, sections }: ChildrenProps) {
  const isPictured = arePictured(sections)
  return (
    <ul class="rows">
      {sections.map(({ key, display_name, locale, description, colour, picture, ...section }) => (
        <li
          class={`row section ${isPictured ? 'faced' : ''} ${section.self.unread_threads > 0 ? 'unread' : ''}`}
        >
          {isPictured && <Picture picture={picture} colour={colour} />}
          <div class="row-main">
            <h2>
              <a href={`/sections/${key}`}>
                {!isPictured && <Colour colour={colour} />}
                <bdi lang={locale ?? undefined}>{display_name}</bdi>
              </a>
              {section.self.unread_threads > 0 && (
                <span class="new">{words.home.unread(section.self.unread_threads)}</span>
              )}
            </h2>
            <p class="meta">
              <Dots>
                {section.is_archived && <span class="badge">{words.sections.archived}</span>}
                {words.threads(section.threads.count)}
              </Dots>
            </p>
            <Description description={description} locale={locale} />
          </div>
        </li>
      ))}
    </ul>
  )
}
