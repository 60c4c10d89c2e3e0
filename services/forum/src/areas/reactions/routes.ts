import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { ThreadParams } from '../../resources/schemas.ts'
import { deleteReaction } from './operations/delete-reaction.ts'
import { listReactingMembers } from './operations/list-reacting-members.ts'
import { listThreadReactions } from './operations/list-thread-reactions.ts'
import { putReaction } from './operations/put-reaction.ts'
import {
  PostReactions,
  ReactingMembers,
  ReactingQuery,
  ReactionParams,
  ThreadReactions,
  ThreadReactionsQuery,
} from './schemas.ts'

const url = '/api/v1/forum/posts/:post_ref/reactions/:key'
const ofWriting = [errors.postNotFound, errors.reactionNotFound, common.forbidden, errors.cannotCreatePost]

/** Members' reactions to posts, by icons. */
export const reactionRoutes = tagged('Forum posts', (app, context: Context) => {
  app.put(url, {
    config: { access: access.member },
    schema: {
      operationId: 'putReaction',
      summary: 'React to a post',
      description:
        'To posts of others, also in a locked thread. Its author is notified, once for all reactions while the notification is unread.',
      params: ReactionParams,
      response: responses(PostReactions, [...ofWriting]),
    },
    handler: ({ principal, params }) => putReaction(context, principal, params.post_ref, params.key),
  })

  app.delete(url, {
    config: { access: access.member },
    schema: {
      operationId: 'deleteReaction',
      summary: 'Take a reaction back',
      description: 'Without effect if the caller has not given it.',
      params: ReactionParams,
      response: responses(PostReactions, ofWriting),
    },
    handler: ({ principal, params }) => deleteReaction(context, principal, params.post_ref, params.key),
  })

  app.get(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'listReactingMembers',
      summary: 'List who has reacted to a post',
      description: 'By this icon, newest first.',
      params: ReactionParams,
      querystring: ReactingQuery,
      response: responses(ReactingMembers, [errors.postNotFound, errors.reactionNotFound]),
    },
    handler: ({ principal, params, query }) =>
      listReactingMembers(context, principal, { ref: params.post_ref, key: params.key }, query),
  })

  app.get('/api/v1/forum/threads/:thread_ref/reactions', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listThreadReactions',
      summary: 'Read the reactions to a page of a thread’s posts',
      description: 'The page is the one that the thread has with the same `offset` and `limit`.',
      params: ThreadParams,
      querystring: ThreadReactionsQuery,
      response: responses(ThreadReactions, [errors.threadNotFound]),
    },
    handler: ({ principal, params, query }) =>
      listThreadReactions(context, principal, params.thread_ref, query),
  })
})
