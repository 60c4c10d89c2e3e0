import type { Schemas } from '@agora/client'
import type { Child } from 'hono/jsx'
import type { Visit } from '../../http/visit.ts'
import { Author, Avatar, Dots, NoAvatar, nameOf, Time } from '../../view/parts.tsx'
import { openingPath } from './addresses.ts'

interface ThreadRowProps {
  visit: Visit
  thread: Schemas['ForumThreadSummary']
  /** The language of its section. */
  locale: string | null
  /** Whether it is listed above others because it is pinned. */
  isPinned?: boolean
  /** Where it is, in a list across sections. */
  children?: Child
}

/** A thread in a list: who opened it and how it begins, its replies, and the last of them. */
export function ThreadRow({ visit, thread, locale, isPinned = false, children }: ThreadRowProps) {
  const { words } = visit
  const { opening, last_post: last } = thread
  const { is_unread: isUnread } = thread.self
  const opener = opening?.post.author.user
  const lang = locale ?? undefined
  return (
    <li class={`row faced ${isUnread ? 'unread' : ''} ${isPinned ? 'pinned' : ''}`}>
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
            {isPinned && <Pinned visit={visit} />}
            {children}
            {opening && <Author visit={visit} author={opening.post.author} />}
            {thread.is_locked && <span class="badge">{words.thread.locked}</span>}
            {thread.has_admin_announcement && <span class="badge strong">{words.thread.announcement}</span>}
            {words.section.replies(thread.posts.count - 1)}
          </Dots>
        </p>
      </div>
      <div class="row-side">
        <p class="meta">
          <Dots>
            <Author visit={visit} author={last.author} />
            <a href={`/posts/${last.id}`} title={words.section.lastPost}>
              <Time visit={visit} time={last.ctime} />
            </a>
          </Dots>
        </p>
      </div>
    </li>
  )
}

const Pinned = ({ visit: { words } }: { visit: Visit }) => (
  <span class="badge strong">
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path d="M5 1h6l-1 5 3 3v1H8.7L8 15l-.7-5H3V9l3-3z" />
    </svg>{' '}
    {words.thread.pinned}
  </span>
)
