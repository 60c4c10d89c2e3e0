import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { SectionParams, ThreadParams } from '../../resources/schemas.ts'
import { deleteSubscription } from './operations/delete-subscription.ts'
import { getSubscription } from './operations/get-subscription.ts'
import { putSubscription } from './operations/put-subscription.ts'
import { Subscription, SubscriptionInput } from './schemas.ts'

const config = { access: access.member }

/** A member's subscription to a thread or a section. */
export const subscriptionRoutes = tagged('Forum notifications', (app, context: Context) => {
  app.get('/api/v1/forum/threads/:thread_ref/subscription', {
    config,
    schema: {
      operationId: 'getThreadSubscription',
      summary: 'Read the caller’s subscription to a thread',
      description:
        'What holds for the thread: set for it, for its section or one above, or by the setting `auto_watch`.',
      params: ThreadParams,
      response: responses(Subscription, [common.cannotReadOwn, errors.threadNotFound]),
    },
    handler: ({ principal, params }) =>
      getSubscription(context, principal, { kind: 'thread', ref: params.thread_ref }),
  })

  app.put('/api/v1/forum/threads/:thread_ref/subscription', {
    config,
    schema: {
      operationId: 'putThreadSubscription',
      summary: 'Watch or mute a thread',
      description:
        '`Watching` tells of answers. `Muted` silences them, but never a mention, a quote or what concerns the member.',
      params: ThreadParams,
      body: SubscriptionInput,
      response: responses(Subscription, [common.cannotWriteOwn, errors.threadNotFound]),
    },
    handler: ({ principal, params, body }) =>
      putSubscription(context, principal, { kind: 'thread', ref: params.thread_ref }, body),
  })

  app.delete('/api/v1/forum/threads/:thread_ref/subscription', {
    config,
    schema: {
      operationId: 'deleteThreadSubscription',
      summary: 'Reset the subscription to a thread to the default',
      description: 'The section’s subscription holds again, or what the setting `auto_watch` says.',
      params: ThreadParams,
      response: responses(Subscription, [common.cannotWriteOwn, errors.threadNotFound]),
    },
    handler: ({ principal, params }) =>
      deleteSubscription(context, principal, { kind: 'thread', ref: params.thread_ref }),
  })

  app.get('/api/v1/forum/sections/:section_ref/subscription', {
    config,
    schema: {
      operationId: 'getSectionSubscription',
      summary: 'Read the caller’s subscription to a section',
      description: 'What holds for the section: set for it, or for one above.',
      params: SectionParams,
      response: responses(Subscription, [common.cannotReadOwn, errors.sectionNotFound]),
    },
    handler: ({ principal, params }) =>
      getSubscription(context, principal, { kind: 'section', ref: params.section_ref }),
  })

  app.put('/api/v1/forum/sections/:section_ref/subscription', {
    config,
    schema: {
      operationId: 'putSectionSubscription',
      summary: 'Watch or mute a section',
      description: '`Watching` tells of new threads, not of answers. `Muted` silences what is in it.',
      params: SectionParams,
      body: SubscriptionInput,
      response: responses(Subscription, [common.cannotWriteOwn, errors.sectionNotFound]),
    },
    handler: ({ principal, params, body }) =>
      putSubscription(context, principal, { kind: 'section', ref: params.section_ref }, body),
  })

  app.delete('/api/v1/forum/sections/:section_ref/subscription', {
    config,
    schema: {
      operationId: 'deleteSectionSubscription',
      summary: 'Reset the subscription to a section to the default',
      description: 'What is set for the sections above holds again.',
      params: SectionParams,
      response: responses(Subscription, [common.cannotWriteOwn, errors.sectionNotFound]),
    },
    handler: ({ principal, params }) =>
      deleteSubscription(context, principal, { kind: 'section', ref: params.section_ref }),
  })
})
