import type { Schemas } from '@agora/client'
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Visit } from '../../http/visit.ts'
import { withIcons } from '../../view/icons.ts'
import { Author, Avatar, NoAvatar, nameOf, Time } from '../../view/parts.tsx'
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

/** A thread in a list: who opened it and how it begins, the last answer, and how many there are. As text at once, as `Post` is. */
export function ThreadRow({ visit, thread, locale, isInSection = false, children }: ThreadRowProps) {
  const { words } = visit
  const { opening, last_post: last } = thread
  const { is_unread: isUnread } = thread.self
  const opener = opening?.post.author.user
  const lang = locale !== null && html` lang="${locale}"`
  const isPinned = isInSection && thread.is_pinned
  const replies = thread.posts.count - 1
  const announces =
    thread.has_admin_announcement && html`<span class="badge strong">${words.thread.announcement}</span>`
  return html`<li class="row thread${isUnread && ' unread'}${isPinned && ' pinned'}">
${opener ? Avatar({ id: opener.id, name: nameOf(opener) }) : NoAvatar({})}
<div class="row-main">
<h2><a href="${openingPath(visit, thread)}"><bdi${lang}>${thread.title}</bdi></a>${isUnread && html`<span class="new">${words.section.unread}</span>`}</h2>
<p class="meta line">${MarkBadges({ visit, thread: { ...thread, is_pinned: isPinned } })}${announces}${children}${opening && By({ visit, author: opening.post.author })}</p>
${opening?.excerpt && html`<p class="beginning" dir="auto"${lang}>${withIcons(opening.excerpt, visit.config.forum.icons)}</p>`}
</div>
<div class="row-side">
<p class="meta line">${By({ visit, author: last.author, isMarked: false })}<a href="/posts/${last.id}" title="${words.section.lastPost}">${Time({ visit, time: last.ctime })}</a></p>
<p class="meta tally"><span>${words.section.replies(replies)}</span><span aria-hidden="true">${replies}</span></p>
</div>
</li>`
}

const By = (by: Parameters<typeof Author>[0]) => html`<span class="by">${Author(by)}</span>`
