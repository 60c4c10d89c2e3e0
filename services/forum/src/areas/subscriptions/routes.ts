import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { SectionParams, ThreadParams } from '../../schemas.ts'
import type { Target } from './authority.ts'
import { deleteSubscription } from './operations/delete-subscription.ts'
import { getSubscription } from './operations/get-subscription.ts'
import { putSubscription } from './operations/put-subscription.ts'
import { Subscription, SubscriptionInput } from './schemas.ts'

const tags = ['Forum notifications']

const places = [
  { kind: 'thread', path: 'threads/:thread_ref', params: ThreadParams, notFound: errors.threadNotFound },
  { kind: 'section', path: 'sections/:section_ref', params: SectionParams, notFound: errors.sectionNotFound },
] as const

/** A member's subscription to a thread or a section: the same three routes for each. */
export function subscriptionRoutes(app: Server, context: Context): void {
  for (const { kind, path, params, notFound } of places) {
    const url = `/api/v1/forum/${path}/subscription`
    const of = kind === 'thread' ? 'Thread' : 'Section'
    const config = { access: access.member }
    const refusals = [common.unauthenticated, common.invalidCredentials, common.forbidden, notFound]
    const targetOf = (values: object): Target => ({ kind, ref: Object.values(values)[0] as string })

    app.get(
      url,
      {
        config,
        schema: {
          operationId: `get${of}Subscription`,
          summary: `Read the caller’s subscription to a ${kind}`,
          tags,
          params,
          response: responses(Subscription, refusals),
        },
      },
      ({ principal, params }) => getSubscription(context, principal, targetOf(params)),
    )

    app.put(
      url,
      {
        config,
        schema: {
          operationId: `put${of}Subscription`,
          summary: `Watch or mute a ${kind}`,
          tags,
          params,
          body: SubscriptionInput,
          response: responses(Subscription, [...refusals, common.invalidBody]),
        },
      },
      ({ principal, params, body }) => putSubscription(context, principal, targetOf(params), body),
    )

    app.delete(
      url,
      {
        config,
        schema: {
          operationId: `delete${of}Subscription`,
          summary: `Reset the subscription to a ${kind} to the default`,
          tags,
          params,
          response: responses(Subscription, refusals),
        },
      },
      ({ principal, params }) => deleteSubscription(context, principal, targetOf(params)),
    )
  }
}
