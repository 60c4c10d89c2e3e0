import type { MountPages } from '../../http/pages.ts'
import { jump, resume, toFirstUnread, toPost } from './addresses.ts'
import { showHome } from './home.tsx'
import { showLatest, showOwn, showUnread, showWatched } from './lists.tsx'
import { showMarkup } from './markup.tsx'
import { showMember } from './member.tsx'
import { react, showReactions } from './reactions.tsx'
import { markAllRead } from './read.ts'
import { showRevisions } from './revisions.tsx'
import { showSection } from './section.tsx'
import { showThread } from './thread.tsx'
import { showWhole } from './whole.tsx'

const includesWaiting = { includesWaiting: true }

export const readingPages: MountPages = (pages) => {
  pages.get('/', showHome, [], includesWaiting)
  pages.get('/latest', showLatest, ['page'], includesWaiting)
  pages.get('/unread', showUnread, ['page'], includesWaiting)
  pages.get('/watching', showWatched, ['page'], includesWaiting)
  pages.get('/mine', showOwn, ['page'], includesWaiting)
  pages.post('/read', markAllRead)
  pages.get('/sections/:section', showSection, ['page'], includesWaiting)
  pages.get('/threads/:thread', showThread, ['page', 'changed', 'links'], includesWaiting)
  pages.get('/threads/:thread/:words', showThread, ['page', 'changed', 'links'], includesWaiting)
  pages.get('/threads/:thread/unread', toFirstUnread)
  pages.get('/threads/:thread/resume', resume)
  pages.get('/threads/:thread/jump', jump, ['number', 'date'])
  pages.get('/posts/:post', toPost, ['links'])
  pages.get('/posts/:post/reactions', showReactions)
  pages.post('/posts/:post/reactions', react)
  pages.get('/posts/:post/revisions', showRevisions, ['page'])
  pages.get('/posts/:post/whole', showWhole, ['revision'])
  pages.get('/members/:member', showMember, ['page'])
  pages.get('/markup', showMarkup)
}
