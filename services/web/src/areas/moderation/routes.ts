import type { MountPages } from '../../http/pages.ts'
import { ban, showBan, showBans, unban } from './bans.tsx'
import { cleanUp, showCleanup, undoCleanup } from './cleanup.tsx'
import { doneParameters } from './done.tsx'
import { emptyProfile, showEmptying } from './empty-profile.tsx'
import { hide, showHide, unhide } from './hide.tsx'
import { judge, showJudging } from './judge.ts'
import { showLog } from './log.tsx'
import { judgeMany, showQueue, showQueueAgain } from './queue.tsx'
import { assign, note, showReport } from './report.tsx'
import { grant, revoke, showRoles } from './roles.tsx'
import { lift, sanction, showSanction, showSanctions } from './sanctions.tsx'
import { deleteThread, moveThread, restoreThread, showThreadTools, updateThread } from './thread-tools.tsx'

export const moderationPages: MountPages = (pages) => {
  pages.get('/moderation', showQueue, ['section', 'status', 'page', ...doneParameters])
  pages.post('/moderation/judgements', judgeMany, { texts: ['answer'], shownBy: showQueueAgain })
  pages.get('/moderation/reports/:report', showReport, ['page'])
  pages.post('/moderation/reports/:report/judgement', judge, {
    texts: ['comment', 'reason_text', 'internal_note', 'answer'],
    shownBy: showJudging,
  })
  pages.post('/moderation/reports/:report/assignment', assign)
  pages.post('/moderation/reports/:report/notes', note, { texts: ['note'], shownBy: showReport })
  pages.get('/moderation/log', showLog, ['section', 'actor', 'member', 'page'])
  pages.get('/moderation/sanctions', showSanctions, ['section', 'active', 'page'])
  pages.get('/members/:member/sanction', showSanction, ['section'])
  pages.post('/members/:member/sanction', sanction, {
    texts: ['reason_text', 'internal_note'],
    shownBy: showSanction,
  })
  pages.post('/moderation/sanctions/:sanction/lift', lift)
  pages.get('/moderation/bans', showBans, ['page'])
  pages.get('/members/:member/cleanup', showCleanup, ['undone'])
  pages.post('/members/:member/cleanup', cleanUp, { texts: ['reason_text'], shownBy: showCleanup })
  pages.post('/members/:member/cleanup/undo', undoCleanup)
  pages.get('/members/:member/profile', showEmptying)
  pages.post('/members/:member/profile', emptyProfile, { texts: ['reason_text'], shownBy: showEmptying })
  pages.get('/members/:member/ban', showBan)
  pages.post('/members/:member/ban', ban, { texts: ['reason_text'], shownBy: showBan })
  pages.post('/members/:member/unban', unban)
  pages.get('/sections/:section/roles', showRoles)
  pages.post('/sections/:section/roles/grant', grant)
  pages.post('/sections/:section/roles/revoke', revoke)
  pages.get('/threads/:thread/moderate', showThreadTools)
  pages.post('/threads/:thread/moderate', updateThread, { texts: ['title'], shownBy: showThreadTools })
  pages.post('/threads/:thread/move', moveThread)
  pages.post('/threads/:thread/delete', deleteThread, { texts: ['comment'], shownBy: showThreadTools })
  pages.post('/threads/:thread/restore', restoreThread)
  pages.get('/posts/:post/hide', showHide)
  pages.post('/posts/:post/hide', hide, { texts: ['comment'], shownBy: showHide })
  pages.post('/posts/:post/unhide', unhide)
}
