import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { MemberParams } from '../members/schemas.ts'
import { createCleanup } from './operations/create-cleanup.ts'
import { deleteCleanup } from './operations/delete-cleanup.ts'
import { getCleanup } from './operations/get-cleanup.ts'
import { Cleanup, CleanupInput } from './schemas.ts'

const config = { access: access.member }
const url = '/api/v1/forum/users/:user_id/cleanup'
const refusals = [common.forbidden, errors.userNotFound]

export const cleanupRoutes = tagged('Forum members', (app, context: Context) => {
  app.get(url, {
    config,
    schema: {
      operationId: 'getCleanup',
      summary: 'Read how far a cleanup has come',
      description:
        'The newest one of the last 30 days: one’s own, or anybody’s for those who moderate the whole site.',
      params: MemberParams,
      response: responses(Cleanup, [...refusals, errors.cleanupNotFound]),
    },
    handler: ({ principal, params }) => getCleanup(context, principal, params.user_id),
  })

  app.post(url, {
    config,
    schema: {
      operationId: 'createCleanup',
      summary: 'Hide all posts of a member and delete all threads that they opened',
      description:
        'Where the caller may moderate. It goes on after the response, and can be undone for 30 days.',
      params: MemberParams,
      body: CleanupInput,
      response: responses(Cleanup, [...refusals]),
    },
    handler: ({ principal, params, body }) => createCleanup(context, principal, params.user_id, body),
  })

  app.delete(url, {
    config,
    schema: {
      operationId: 'deleteCleanup',
      summary: 'Undo a cleanup',
      description:
        'What was hidden or deleted before the cleanup, or changed since, stays as it is. It goes on after the response.',
      params: MemberParams,
      response: responses(Cleanup, [...refusals, errors.cleanupNotFound]),
    },
    handler: ({ principal, params }) => deleteCleanup(context, principal, params.user_id),
  })
})
