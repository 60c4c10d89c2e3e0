import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { createOnce, IdempotencyHeaders } from '../../idempotency/create-once.ts'
import { SectionParams, ThreadParams } from '../../resources/schemas.ts'
import { Post, PostInput } from '../posts/schemas.ts'
import { createPost, readCreatedPost } from './operations/create-post.ts'
import { createThread } from './operations/create-thread.ts'
import { deleteThread } from './operations/delete-thread.ts'
import { getThread } from './operations/get-thread.ts'
import { moveThread } from './operations/move-thread.ts'
import { restoreThread } from './operations/restore-thread.ts'
import { updateThread } from './operations/update-thread.ts'
import { Thread, ThreadDeletion, ThreadInput, ThreadMove, ThreadPatch, ThreadQuery } from './schemas.ts'

export const threadRoutes = tagged('Forum threads', (app, context: Context) => {
  app.post('/api/v1/forum/sections/:section_ref', {
    config: { access: access.resolvable },
    schema: {
      operationId: 'createThread',
      summary: 'Open a thread',
      description:
        'The body is markup. Whoever opens a thread watches it, unless they have switched that off. `Idempotency-Key` creates once.',
      params: SectionParams,
      headers: IdempotencyHeaders,
      body: ThreadInput,
      response: responses(Thread, [
        errors.sectionHoldsNoThreads,
        errors.bodyNotParsed,
        errors.bodyNotRendered,
        errors.cannotCreateThread,
        errors.sectionNotFound,
        errors.threadNotFound,
        errors.invalidIdempotencyKey,
        errors.idempotencyKeyUsed,
      ]),
    },
    handler: (request, reply) => {
      const { principal, params, body } = request
      return createOnce(context, request, reply, {
        create: (attempt) => createThread(context, principal, params.section_ref, body, attempt),
        read: (id) => getThread(context, principal, id),
      })
    },
  })

  app.get('/api/v1/forum/threads/:thread_ref', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getThread',
      summary: 'Read a thread and a page of its posts',
      description:
        'Oldest posts first. Marks nothing as read: `markThreadRead` does. A deleted thread is found only by those who may restore it.',
      params: ThreadParams,
      querystring: ThreadQuery,
      response: responses(Thread, [errors.threadNotFound]),
    },
    handler: ({ principal, params, query }) => getThread(context, principal, params.thread_ref, query),
  })

  app.post('/api/v1/forum/threads/:thread_ref', {
    config: { access: access.resolvable },
    schema: {
      operationId: 'createPost',
      summary: 'Reply to a thread',
      description:
        'The body is markup, rendered once. A locked thread takes no posts from anybody. `Idempotency-Key` creates once.',
      tags: ['Forum posts'],
      params: ThreadParams,
      headers: IdempotencyHeaders,
      body: PostInput,
      response: responses(Post, [
        errors.bodyNotParsed,
        errors.bodyNotRendered,
        errors.cannotCreatePost,
        errors.threadNotFound,
        errors.postNotFound,
        errors.invalidIdempotencyKey,
        errors.idempotencyKeyUsed,
      ]),
    },
    handler: (request, reply) => {
      const { principal, params, body } = request
      return createOnce(context, request, reply, {
        create: (attempt) => createPost(context, principal, params.thread_ref, body, attempt),
        read: (id) => readCreatedPost(context, principal, id),
      })
    },
  })

  app.patch('/api/v1/forum/threads/:thread_ref', {
    config: { access: access.anyone },
    schema: {
      operationId: 'updateThread',
      summary: 'Rename, pin or lock a thread',
      description: 'For moderators. Each field that changes is an entry of the moderation log.',
      params: ThreadParams,
      body: ThreadPatch,
      response: responses(Thread, [
        errors.cannotModerateThread,
        errors.threadNotFound,
        errors.threadAlreadyDeleted,
      ]),
    },
    handler: ({ principal, params, body }) => updateThread(context, principal, params.thread_ref, body),
  })

  app.post('/api/v1/forum/threads/:thread_ref/section', {
    config: { access: access.anyone },
    schema: {
      operationId: 'moveThread',
      summary: 'Move a thread into another section',
      description: 'Takes the right to moderate both sections. Into the same section it changes nothing.',
      params: ThreadParams,
      body: ThreadMove,
      response: responses(Thread, [
        errors.destinationHoldsNoThreads,
        errors.cannotMoveThread,
        errors.threadNotFound,
        errors.destinationNotFound,
        errors.threadAlreadyDeleted,
      ]),
    },
    handler: ({ principal, params, body }) => moveThread(context, principal, params.thread_ref, body.section),
  })

  app.delete('/api/v1/forum/threads/:thread_ref', {
    config: { access: access.anyone, bodyOptional: true },
    schema: {
      operationId: 'deleteThread',
      summary: 'Delete a thread',
      description: 'For moderators. It is in no listing or count any more, and can be restored.',
      params: ThreadParams,
      body: ThreadDeletion,
      response: responses(Thread, [
        errors.cannotDeleteThread,
        errors.threadNotFound,
        errors.threadAlreadyDeleted,
      ]),
    },
    handler: ({ principal, params, body }) =>
      deleteThread(context, principal, params.thread_ref, body.comment ?? null),
  })

  app.post('/api/v1/forum/threads/:thread_ref/restore', {
    config: { access: access.anyone },
    schema: {
      operationId: 'restoreThread',
      summary: 'Restore a deleted thread',
      description: 'For moderators: the thread and its posts are as they were.',
      params: ThreadParams,
      response: responses(Thread, [
        errors.cannotRestoreThread,
        errors.threadNotFound,
        errors.threadNotDeleted,
      ]),
    },
    handler: ({ principal, params }) => restoreThread(context, principal, params.thread_ref),
  })
})
