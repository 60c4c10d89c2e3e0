import type { MountPages } from '../../http/pages.ts'
import { addPicture, keptOfPicture } from './by-hand.ts'
import { editPost, showEdit } from './edit.tsx'
import { openThread, showNewThread } from './new-thread.tsx'
import { reply, showReply } from './reply.tsx'
import { reportPost, reportThread, showPostReport, showThreadReport } from './report.tsx'

export const writingPages: MountPages = (pages) => {
  pages.get('/sections/:section/new', showNewThread)
  pages.post('/sections/:section/new', openThread, { texts: ['title', 'body'], shownBy: showNewThread })
  pages.get('/threads/:thread/reply', showReply, ['quote'])
  pages.post('/threads/:thread/reply', reply, { texts: ['body'], shownBy: showReply })
  pages.get('/posts/:post/edit', showEdit)
  pages.post('/posts/:post/edit', editPost, { texts: ['body', 'comment'], shownBy: showEdit })
  pages.post('/pictures/text', addPicture, keptOfPicture)
  pages.get('/posts/:post/report', showPostReport)
  pages.post('/posts/:post/report', reportPost, { texts: ['body'], shownBy: showPostReport })
  pages.get('/threads/:thread/report', showThreadReport)
  pages.post('/threads/:thread/report', reportThread, { texts: ['body'], shownBy: showThreadReport })
}
