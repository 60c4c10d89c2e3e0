import type { MountPages } from '../../http/pages.ts'
import { markRead, showNotifications } from './notifications.tsx'
import { watchSection, watchThread } from './watching.tsx'

export const notificationPages: MountPages = (pages) => {
  pages.get('/notifications', showNotifications, ['page'])
  pages.post('/notifications/read', markRead)
  pages.post('/threads/:thread/watching', watchThread)
  pages.post('/sections/:section/watching', watchSection)
}
