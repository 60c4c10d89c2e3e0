import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { pageNumber } from '../../http/visit.ts'
import { type Change, changesBetween, textOf } from '../../view/changes.ts'
import { Body, beginnings } from '../../view/content.tsx'
import { Author, Paging, Time } from '../../view/parts.tsx'
import { wholePath } from './addresses.ts'
import { wayTo } from './crumbs.ts'

const PER_PAGE = 10

export const showRevisions: Reader = async (visit, { post: ref = '' }) => {
  const { api, words, query } = visit
  const current = pageNumber(query)
  const first = (current - 1) * PER_PAGE + 1
  // With the one before the first, of which that is an edit.
  const before = current > 1 ? 1 : 0
  const post = await must(
    api.GET('/api/v1/forum/posts/{post_ref}', {
      params: {
        path: { post_ref: ref },
        query: { offset: first - 1 - before, limit: PER_PAGE + before },
      },
      ...beginnings,
    }),
  )
  const { items, count } = post.revisions
  const { locale, crumbs } = await wayTo(visit, post)
  const path = `/posts/${post.id}/revisions`
  return page(
    words.post.history,
    <>
      <div class="posts">
        {items.slice(before).map((revision, index) => (
          <article class="post plain">
            <header class="post-header">
              <h2>
                <Author visit={visit} author={revision.author} />
              </h2>
              <span class="permalink">
                <Time visit={visit} time={revision.time} />
                <span class="number">
                  {first + index}/{count}
                </span>
              </span>
            </header>
            {revision.comment !== null && (
              <p class="meta" dir="auto">
                {revision.comment}
              </p>
            )}
            <Changes visit={visit} from={items[before + index - 1]} to={revision} locale={locale} />
            <Body
              visit={visit}
              revision={revision}
              locale={locale}
              whole={wholePath(post.id, first + index)}
            />
          </article>
        ))}
      </div>
      <Paging visit={visit} path={path} count={count} size={PER_PAGE} current={current} />
    </>,
    {
      crumbs,
      isIndexed: false,
    },
  )
}

interface ChangesProps {
  visit: Visit
  /** Undefined for the first one. */
  from: Schemas['ForumRevision'] | undefined
  to: Schemas['ForumRevision']
  locale: string | null | undefined
}

/** What an edit changed; nothing where one of the two cannot be read. */
function Changes({ visit: { words }, from, to, locale }: ChangesProps) {
  if (!from?.content || !to.content || from.content.html === to.content.html) return null
  const changes = changesBetween(textOf(from.content.html), textOf(to.content.html))
  if (changes.length === 0) return <p class="meta">{words.post.onlyMarks}</p>
  return (
    <details open class="changes">
      <summary>{words.post.changes}</summary>
      <p dir="auto" lang={locale ?? undefined}>
        {changes.map((change) => (
          <Marked change={change} />
        ))}
      </p>
    </details>
  )
}

function Marked({ change: { kind, text } }: { change: Change }) {
  if (kind === 'kept') return <>{text}</>
  return kind === 'added' ? <ins>{text}</ins> : <del>{text}</del>
}
