import { listing } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getApp } from './operations/get-app.ts'
import { listApps } from './operations/list-apps.ts'
import { updateApp } from './operations/update-app.ts'
import { AppPath, FullApp, ShortApp, UpdateAppBody } from './schemas.ts'

export const appRoutes = tagged('Applications', (app, context: Context) => {
  app.get('/api/v1/apps', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listApps',
      summary: 'The apps visible to the caller',
      description: 'Always the first hundred: no query parameter is read. `count` is their number.',
      response: responses(listing(ShortApp)),
    },
    handler: (request) => listApps(context, request.principal),
  })

  app.get('/api/v1/apps/:app_id', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getApp',
      summary: 'One app with its visible channels',
      description: 'For a retired app, 410 with the app and its closed period.',
      params: AppPath,
      response: { ...responses(FullApp, [errors.appNotFound]), 410: FullApp },
    },
    handler: async (request, reply) => {
      const found = await getApp(context, request.principal, request.params.app_id)
      return reply.code(found.period.end === null ? 200 : 410).send(found)
    },
  })

  app.patch('/api/v1/apps/:app_id', {
    config: { access: access.member },
    schema: {
      operationId: 'updateApp',
      summary: 'Edit an app and some of its channels, all or nothing',
      description:
        'For administrators, and for owners except `owners` and `is_official`. Absent fields are unchanged; null clears ' +
        '`user_uri`, `cover_image` and `cover_color` and is invalid elsewhere.',
      params: AppPath,
      body: UpdateAppBody,
      response: responses(FullApp, [
        common.forbidden,
        common.recentSignInRequired,
        errors.appNotFound,
        errors.channelNotFound,
        errors.repeatedChannel,
        errors.unknownOwner,
        errors.invalidUserUri,
        errors.readOnlyStore,
      ]),
    },
    handler: (request) => updateApp(context, request.principal, request.params.app_id, request.body),
  })
})
