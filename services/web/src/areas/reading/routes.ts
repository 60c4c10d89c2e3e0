import type { Area } from '../../http/pages.ts'
import { showHome } from './home.tsx'
import { showMarkup } from './markup.tsx'
import { showMember } from './member.tsx'
import { markAllRead } from './read.ts'
import { showRevisions } from './revisions.tsx'
import { showSection } from './section.tsx'
import { showThread } from './thread.tsx'
import { toFirstUnread, toPost } from './ways.ts'

export const readingPages: Area = (pages) => {
  pages.get('/', showHome)
  pages.post('/read', markAllRead)
  pages.get('/sections/:section', showSection)
  pages.get('/threads/:thread', showThread)
  pages.get('/threads/:thread/unread', toFirstUnread)
  pages.get('/posts/:post', toPost)
  pages.get('/posts/:post/revisions', showRevisions)
  pages.get('/members/:member', showMember)
  pages.get('/markup', showMarkup)
}
