import { mailLanguages } from '@agora/shared/contracts/internal-mail'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { acceptedLanguage } from '@agora/shared/http/languages'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { readingMember } from '../../authority/members.ts'
import type { Context } from '../../context.ts'
import { Streamed, StreamHeaders } from '../../streams/schemas.ts'
import { countNotifications } from './operations/count-notifications.ts'
import { getNotificationSettings } from './operations/get-notification-settings.ts'
import { listNotifications } from './operations/list-notifications.ts'
import { readNotifications } from './operations/read-notifications.ts'
import { streamNotifications } from './operations/stream-notifications.ts'
import { updateNotificationSettings } from './operations/update-notification-settings.ts'
import {
  LanguageHeader,
  NotificationQuery,
  NotificationSettings,
  NotificationSettingsPatch,
  Notifications,
  NotificationsReadInput,
  UnreadNotifications,
} from './schemas.ts'

const tags = ['Forum notifications']
const config = { access: access.member }
const refusals = [common.unauthenticated, common.invalidCredentials, common.forbidden]

export function notificationRoutes(app: Server, context: Context): void {
  app.get(
    '/api/v1/notifications/stream',
    {
      config,
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamNotifications',
        summary: 'Stream notifications as they arrive',
        description:
          'Server-Sent Events: the kind of the notification, with the notification as data. After `reset`, read everything again.',
        tags,
        headers: StreamHeaders,
        response: responses(Streamed, [...refusals, common.tooManyRequests]),
      },
    },
    async ({ principal, headers }, reply) => {
      const member = readingMember(principal)
      const source = streamNotifications(context, member, headers['last-event-id'] || undefined)
      await context.streams.open(member, reply, source)
      return reply
    },
  )

  app.get(
    '/api/v1/notifications',
    {
      config,
      schema: {
        operationId: 'listNotifications',
        summary: 'List the caller’s notifications, newest first',
        tags,
        querystring: NotificationQuery,
        response: responses(Notifications, [common.invalidParameter, ...refusals]),
      },
    },
    ({ principal, query }) => listNotifications(context, principal, query),
  )

  app.get(
    '/api/v1/notifications/count',
    {
      config,
      schema: {
        operationId: 'countNotifications',
        summary: 'Count the caller’s unread notifications',
        tags,
        response: responses(UnreadNotifications, refusals),
      },
    },
    ({ principal }) => countNotifications(context, principal),
  )

  app.put(
    '/api/v1/notifications/read',
    {
      config,
      schema: {
        operationId: 'readNotifications',
        summary: 'Mark notifications as read',
        tags,
        body: NotificationsReadInput,
        response: responses(UnreadNotifications, [...refusals, common.invalidBody]),
      },
    },
    ({ principal, body }) => readNotifications(context, principal, body),
  )

  app.get(
    '/api/v1/notifications/settings',
    {
      config,
      schema: {
        operationId: 'getNotificationSettings',
        summary: 'Read the caller’s notification settings',
        tags,
        response: responses(NotificationSettings, refusals),
      },
    },
    ({ principal }) => getNotificationSettings(context, principal),
  )

  app.patch(
    '/api/v1/notifications/settings',
    {
      config,
      schema: {
        operationId: 'updateNotificationSettings',
        summary: 'Change the caller’s notification settings',
        tags,
        headers: LanguageHeader,
        body: NotificationSettingsPatch,
        response: responses(NotificationSettings, [...refusals, common.invalidBody]),
      },
    },
    ({ principal, body, headers }) =>
      updateNotificationSettings(
        context,
        principal,
        body,
        acceptedLanguage(headers['accept-language'], mailLanguages),
      ),
  )
}
