import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { PostLocation } from '../../resources/location.ts'
import { ThreadParams } from '../../resources/schemas.ts'
import { SectionListing } from '../sections/schemas.ts'
import { getFirstUnread } from './operations/get-first-unread.ts'
import { getPostAt } from './operations/get-post-at.ts'
import { markThreadRead } from './operations/mark-thread-read.ts'
import { raiseReadFloor } from './operations/raise-read-floor.ts'
import { FirstUnreadQuery, PostAtQuery, ReadInput, ReadState } from './schemas.ts'

export const readingRoutes = tagged('Forum reading', (app, context: Context) => {
  app.post('/api/v1/forum/threads/:thread_ref/read', {
    config: { access: access.member },
    schema: {
      operationId: 'markThreadRead',
      summary: 'Record that a thread has been read up to a post',
      description: 'Marks only move forward: an older post changes nothing.',
      params: ThreadParams,
      body: ReadInput,
      response: responses(ReadState, [
        common.cannotWriteOwn,
        errors.threadNotFound,
        errors.postOfAnotherThread,
      ]),
    },
    handler: ({ principal, params, body }) =>
      markThreadRead(context, principal, params.thread_ref, body.up_to_post),
  })

  app.get('/api/v1/forum/threads/:thread_ref/first_unread', {
    config: { access: access.member },
    schema: {
      operationId: 'getFirstUnread',
      summary: 'Find the caller’s first unread post',
      description: 'Its place in the listing of the thread’s posts, for a link to it.',
      params: ThreadParams,
      querystring: FirstUnreadQuery,
      response: responses(PostLocation, [common.cannotReadOwn, errors.threadNotFound, errors.noUnreadPost]),
    },
    handler: ({ principal, params, query }) => getFirstUnread(context, principal, params.thread_ref, query),
  })

  app.get('/api/v1/forum/threads/:thread_ref/post_at', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getPostAt',
      summary: 'Find the first post written at or after a moment',
      description:
        'Its place in the listing of the thread’s posts, for a jump to a date; the newest post’s if none came after.',
      params: ThreadParams,
      querystring: PostAtQuery,
      response: responses(PostLocation, [errors.threadNotFound]),
    },
    handler: ({ principal, params, query }) => getPostAt(context, principal, params.thread_ref, query),
  })

  app.post('/api/v1/forum/read_floor', {
    config: { access: access.member, bodyOptional: true },
    schema: {
      operationId: 'raiseReadFloor',
      summary: 'Mark everything as read',
      description: 'Everything that was posted until then counts as read, in all threads.',
      body: Type.Object({}, { examples: [{}] }),
      response: responses(SectionListing, [common.cannotWriteOwn]),
    },
    handler: ({ principal }) => raiseReadFloor(context, principal),
  })
})
