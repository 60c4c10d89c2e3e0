import type { Schemas } from '@agora/client'
import type { Child } from 'hono/jsx'
import type { Visit } from '../../http/visit.ts'
import { Author, Avatar, Dots, NoAvatar, nameOf, Time } from '../../view/parts.tsx'
import { openingPath } from './addresses.ts'
import { MarkBadges } from './marks.tsx'

interface ThreadRowProps {
  visit: Visit
  thread: Schemas['ForumThreadSummary']
  /** The language of its section. */
  locale: string | null
  /** Whether it is listed below the section's pinned threads. */
  isInSection?: boolean
  /** Where it is, in a list across sections. */
  children?: Child
}

/** A thread in a list: who opened it and how it begins, its replies, and the last of them. */
export function ThreadRow({ visit, thread, locale, isInSection = false, children }: ThreadRowProps) {
  const { words } = visit
  const { opening, last_post: last } = thread
  const { is_unread: isUnread } = thread.self
  const opener = opening?.post.author.user
  const lang = locale ?? undefined
  const isPinned = isInSection && thread.is_pinned
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
          <MarkBadges visit={visit} thread={{ ...thread, is_pinned: isPinned }} />
          <Dots>
            {children}
            {opening && <Author visit={visit} author={opening.post.author} />}
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
