import { mailLanguages } from '@agora/shared/contracts/internal-mail'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { acceptedLanguage } from '@agora/shared/http/languages'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { readingMember } from '../../authority/members.ts'
import type { Context } from '../../context.ts'
import { StreamHeaders, streamOf } from '../../streams/schemas.ts'
import { countNotifications } from './operations/count-notifications.ts'
import { getNotificationSettings } from './operations/get-notification-settings.ts'
import { listNotifications } from './operations/list-notifications.ts'
import { readNotifications } from './operations/read-notifications.ts'
import { streamNotifications } from './operations/stream-notifications.ts'
import { updateNotificationSettings } from './operations/update-notification-settings.ts'
import {
  LanguageHeader,
  NotificationCount,
  NotificationCountQuery,
  NotificationQuery,
  NotificationSettings,
  NotificationSettingsPatch,
  NotificationStreamEvent,
  Notifications,
  NotificationsReadInput,
  UnreadNotifications,
} from './schemas.ts'

const config = { access: access.member }

export const notificationRoutes = tagged('Forum notifications', (app, context: Context) => {
  app.get('/api/v1/notifications/stream', {
    config,
    exposeHeadRoute: false,
    schema: {
      operationId: 'streamNotifications',
      summary: 'Stream notifications as they arrive',
      description:
        'Server-Sent Events: the kind of the notification, with the notification as data. After `reset`, read everything again.',
      headers: StreamHeaders,
      response: responses(streamOf(NotificationStreamEvent), [common.cannotReadOwn]),
    },
    handler: async ({ principal, headers }, reply) => {
      const member = readingMember(principal)
      const source = streamNotifications(context, principal, headers['last-event-id'] || undefined)
      await context.streams.open(member, reply, source)
      return reply
    },
  })

  app.get('/api/v1/notifications', {
    config,
    schema: {
      operationId: 'listNotifications',
      summary: 'List the caller’s notifications, newest first',
      description:
        'Unread answers in one thread are one notification, whose `count` grows. What may no longer be seen is left out.',
      querystring: NotificationQuery,
      response: responses(Notifications, [common.cannotReadOwn]),
    },
    handler: ({ principal, query }) => listNotifications(context, principal, query),
  })

  app.get('/api/v1/notifications/count', {
    config,
    schema: {
      operationId: 'countNotifications',
      summary: 'Count the caller’s unread notifications',
      description: 'Stops counting at 1000.',
      querystring: NotificationCountQuery,
      response: responses(NotificationCount, [common.cannotReadOwn]),
    },
    handler: ({ principal, query }) => countNotifications(context, principal, query),
  })

  app.put('/api/v1/notifications/read', {
    config,
    schema: {
      operationId: 'readNotifications',
      summary: 'Mark notifications as read',
      description: 'By their ids, or all until one; answers how many are left unread.',
      body: NotificationsReadInput,
      response: responses(UnreadNotifications, [common.cannotWriteOwn]),
    },
    handler: ({ principal, body }) => readNotifications(context, principal, body),
  })

  app.get('/api/v1/notifications/settings', {
    config,
    schema: {
      operationId: 'getNotificationSettings',
      summary: 'Read the caller’s notification settings',
      description: 'Whether one’s own threads are watched, and how often a digest is mailed.',
      response: responses(NotificationSettings, [common.cannotReadOwn]),
    },
    handler: ({ principal }) => getNotificationSettings(context, principal),
  })

  app.patch('/api/v1/notifications/settings', {
    config,
    schema: {
      operationId: 'updateNotificationSettings',
      summary: 'Change the caller’s notification settings',
      description: 'A digest goes to the first verified address, and can be unsubscribed from by one click.',
      headers: LanguageHeader,
      body: NotificationSettingsPatch,
      response: responses(NotificationSettings, [common.cannotWriteOwn]),
    },
    handler: ({ principal, body, headers }) =>
      updateNotificationSettings(
        context,
        principal,
        body,
        acceptedLanguage(headers['accept-language'], mailLanguages),
      ),
  })
})
