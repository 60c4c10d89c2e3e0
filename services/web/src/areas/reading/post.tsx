import type { Schemas } from '@agora/client'
import { html, raw } from 'hono/html'
import type { Visit } from '../../http/visit.ts'
import { Body } from '../../view/content.tsx'
import { Author, Avatar, NoAvatar, nameOf, Time } from '../../view/parts.tsx'
import type { Role } from '../../view/staff.tsx'
import { wholePath } from './addresses.ts'
import { ReactionBar } from './reactions.tsx'

interface PostProps {
  visit: Visit
  thread: Schemas['ForumThread']
  post: Schemas['ForumPost']
  /** Its number in the thread, from 1. */
  number: number
  reactions: Schemas['ForumPostReactions']['reactions']
  /** The role that its author holds now. */
  role: Role | undefined
}

/**
 * A post as its thread shows it, with what the reader may do with it. A page has twenty: as text at once they take a
 * third of what elements take.
 */
export function Post({ visit, thread, post, number, reactions, role }: PostProps) {
  const { words } = visit
  const { id, author, ctime, revisions } = post
  const isHidden = revisions.last.content === null
  const by = `by-${number}`
  return html`<article id="post-${id}" class="post ${isHidden && 'is-hidden'}" aria-labelledby="${by}">
${author.user ? Avatar({ id: author.user.id, name: nameOf(author.user) }) : NoAvatar({})}
<div class="post-main"><header class="post-header">
<h2 id="${by}">${Author({ visit, author })}</h2>
${role && author.type === 'UserForumActor' && html`<span class="badge">${words.roles[role]}</span>`}
<a class="permalink" href="/posts/${id}">${Time({ visit, time: ctime })}<span class="number">#${number}</span></a>
</header>
${Body({ visit, revision: revisions.last, locale: thread.section.locale, whole: wholePath(id) })}
${ReactionBar({ visit, thread, post, by, reactions })}${PostFooter({ visit, thread, post, by, isHidden })}
</div></article>`
}

interface FooterProps extends Pick<PostProps, 'visit' | 'thread' | 'post'> {
  /** The id of the author's heading, which tells the links of one post from those of another. */
  by: string
  isHidden: boolean
}

function PostFooter({ visit, thread, post, by, isHidden }: FooterProps) {
  const { words } = visit
  const { id, author, revisions, self } = post
  const canQuote = thread.self.can_post && !isHidden
  const isEdited = revisions.count > 1
  if (!canQuote && !isEdited && !self.can_edit && !self.can_delete && !self.can_report) return null
  const link = (to: string, text: string, more = '') =>
    html`<a href="${to}"${raw(more)} aria-describedby="${by}">${text}</a>`
  const mayClean = self.can_delete && author.user && author.user.id !== visit.me?.id
  return html`<footer class="post-footer">
${canQuote && link(`/threads/${thread.id}/reply?quote=${id}`, words.post.quote, ` data-quote="${id}"`)}
${self.can_edit && link(`/posts/${id}/edit`, words.post.edit)}
${self.can_delete && link(`/posts/${id}/hide`, isHidden ? words.post.unhide : words.post.hide)}
${mayClean && link(`/members/${author.user?.id}/cleanup`, words.cleanup.link)}
${self.can_report && link(`/posts/${id}/report`, words.report.link)}
${isEdited && html`<a class="edited" href="/posts/${id}/revisions">${words.post.edited} ${Time({ visit, time: revisions.last.time })}</a>`}
</footer>`
}
