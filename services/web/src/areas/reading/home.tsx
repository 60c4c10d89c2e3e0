import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { isWritten, readText } from '../../texts.ts'
import { Content } from '../../view/content.tsx'
import { Action, Author, Empty, SectionName, Time } from '../../view/parts.tsx'
import { arePictured, Colour, Description, Picture } from '../../view/section.tsx'
import { FrontRow } from '../games/front-row.tsx'
import { WaysIn } from './lists.tsx'

type Section = Schemas['ForumOverview']['sections'][number]

interface Group {
  /** Undefined for sections outside a category. */
  head: Section | undefined
  sections: Section[]
}

/** Sections by the root above them, in order; neighbouring roots without children form a group of their own. */
function grouped(sections: readonly Section[]): Group[] {
  const byId = new Map(sections.map((section) => [section.id, section]))
  const rootOf = (section: Section): Section => {
    let root = section
    for (let up = root.parent && byId.get(root.parent.id); up; up = up.parent && byId.get(up.parent.id))
      root = up
    return root
  }
  // In the order of the roots, wherever what is below them stands among all.
  const families = new Map<Section, Section[]>()
  for (const section of sections) if (rootOf(section) === section) families.set(section, [])
  for (const section of sections) {
    const root = rootOf(section)
    if (section !== root) families.get(root)?.push(section)
  }
  const groups: Group[] = []
  for (const [head, below] of families) {
    const last = groups.at(-1)
    if (below.length > 0) groups.push({ head, sections: below })
    else if (last && !last.head) last.sections.push(head)
    else groups.push({ head: undefined, sections: [head] })
  }
  return groups
}

export const showHome: Reader = async (visit) => {
  const { api, words, me, siteName } = visit
  const [overview, welcome] = await Promise.all([
    must(api.GET('/api/v1/forum/overview', { params: { query: { include: 'waiting' } } })),
    me === undefined && isWritten(visit, 'welcome') ? readText(visit, 'welcome') : undefined,
  ])
  visit.takeWaiting(overview)
  const { sections: all } = overview
  const sections = all.filter(({ is_archived }) => !is_archived)
  const isNew = sections.some(({ self }) => self.unread_threads > 0)
  const groups = grouped(sections)
  // What is closed below others is on their pages.
  const closed = all.filter(({ is_archived, parent }) => is_archived && !parent)
  return page(
    siteName,
    <>
      {!me && (
        <section class="welcome">
          <h1>{words.home.welcome(siteName)}</h1>
          {welcome ? (
            <Content html={welcome.html} locale={welcome.locale} />
          ) : (
            <p>{words.home.everybodyReads}</p>
          )}
          <p class="choices">
            {visit.registration.registration === 'Open' && (
              <a class="button" href="/register">
                {words.nav.register}
              </a>
            )}
            <a href="/sign-in">{words.home.memberAlready}</a>
          </p>
        </section>
      )}
      {me && <h1 class="unseen">{siteName}</h1>}
      <FrontRow visit={visit} />
      <WaysIn visit={visit} />
      {groups.length === 0 && (
        <Empty>
          {words.home.noSections}{' '}
          {me?.isAdministrator && (
            <a href="/administration/sections/new">{words.administration.sections.add}</a>
          )}
        </Empty>
      )}
      {isNew && (
        <Action visit={visit} to="/read">
          {words.home.markAllRead}
        </Action>
      )}
      {groups.map(({ head, sections: below }, index) => (
        <section class="group">
          <h2>
            {head ? (
              <a href={`/sections/${head.key}`}>
                <Colour colour={head.colour} />
                <bdi lang={head.locale ?? undefined}>{head.display_name}</bdi>
              </a>
            ) : index === 0 ? (
              words.lists.sections
            ) : (
              words.home.more
            )}
          </h2>
          <ul class="rows">
            {below.map((section) => (
              <SectionRow visit={visit} section={section} isPictured={arePictured(below)} />
            ))}
          </ul>
        </section>
      ))}
      {closed.length > 0 && (
        <details class="meta" id="closed">
          <summary>{words.home.closed(closed.length)}</summary>
          <ul>
            {closed.map((section) => (
              <li>
                <a href={`/sections/${section.key}`}>
                  <SectionName section={section} />
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>,
    {
      isOwnHeading: true,
      mayBeKept: !isNew,
      canonical: '/',
      feed: '/feed.atom',
      description: words.home.description(siteName),
    },
  )
}

interface RowProps {
  visit: Visit
  section: Section
  /** Whether one of its list has a picture. */
  isPictured: boolean
}

function SectionRow({ visit, section, isPictured }: RowProps) {
  const { words } = visit
  const { unread_threads: unread } = section.self
  const { last_post: last } = section
  return (
    <li class={`row section ${isPictured ? 'faced' : ''} ${unread > 0 ? 'unread' : ''}`}>
      {isPictured && <Picture picture={section.picture} colour={section.colour} />}
      <div class="row-main">
        <h3>
          <a href={`/sections/${section.key}`}>
            {!isPictured && <Colour colour={section.colour} />}
            <bdi lang={section.locale ?? undefined}>{section.display_name}</bdi>
          </a>
          {unread > 0 && <span class="new">{words.home.unread(unread)}</span>}
        </h3>
        <p class="meta">{words.threads(section.threads.count)}</p>
        <Description description={section.description} locale={section.locale} />
      </div>
      <div class="row-side">
        {last ? (
          <>
            <a class="last-title" href={`/posts/${last.post.id}`}>
              <bdi lang={section.locale ?? undefined}>{last.thread.title}</bdi>
            </a>
            <p class="meta line">
              <span class="by">
                <Author visit={visit} author={last.post.author} />
              </span>
              <Time visit={visit} time={last.post.ctime} />
            </p>
          </>
        ) : (
          <p class="meta">{words.home.nothingYet}</p>
        )}
      </div>
    </li>
  )
}
