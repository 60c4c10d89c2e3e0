import type { Schemas } from '@agora/client'
import { raw } from 'hono/html'
import type { Visit } from '../../http/visit.ts'
import { Author, Meta, Time } from '../../view/parts.tsx'
import { threadPath } from '../reading/addresses.ts'
import { type Filters, searchPath } from './filters.ts'

type Hit = Schemas['ForumSearchHits']['items'][number]

interface HitProps {
  visit: Visit
  hit: Hit
  filters: Filters
  /** The language of its section. */
  locale: string | undefined
}

/** What was found, or the first of it in a thread, with a way to the others. */
export function HitRow({ visit, hit, filters, locale }: HitProps) {
  const { thread, section, post, snippet, thread_hits: inThread } = hit
  const others = (inThread?.count ?? 1) - 1
  return (
    <li class="hit">
      <h2>
        <a href={post ? `/posts/${post.id}` : threadPath(thread)}>
          <bdi lang={locale}>{thread.title}</bdi>
        </a>
      </h2>
      {/* The API's HTML: text, and what was found in it. */}
      <p dir="auto" lang={locale}>
        {raw(snippet)}
      </p>
      <Meta>
        <a href={`/sections/${section.key}`}>
          <bdi lang={locale}>{section.display_name}</bdi>
        </a>
        {post && <Author visit={visit} author={post.author} />}
        {post && <Time visit={visit} time={post.ctime} />}
        {others > 0 && (
          <a href={searchPath({ ...filters, thread: thread.id })}>{visit.words.search.others(others)}</a>
        )}
      </Meta>
    </li>
  )
}
