import { accountHolders } from '@agora/shared/contracts/erasures'
import { LanguageChoice, NothingMore, ZoneChoice } from '@agora/shared/contracts/internal-pages'
import { InternalUser, UserBatch, UserBatchAnswer, UserLookup } from '@agora/shared/contracts/internal-users'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { memberAskedFor } from '../credentials/asked-for.ts'
import { listUsers } from './operations/list-users.ts'
import { resolveUser } from './operations/resolve-user.ts'
import { keepLanguage, keepZones } from './store.ts'

const onRequest = onlyFor(...accountHolders)

/** For the other services. */
export function internalUserRoutes(app: Server, context: Context): void {
  app.post('/internal/users/resolve', {
    config: { access: access.service },
    onRequest,
    schema: {
      operationId: 'resolveUser',
      summary: 'Finds an account by id, username or email for another service',
      body: UserLookup,
      response: responses(InternalUser, [common.forbidden, common.notFound, errors.userNotFound]),
    },
    handler: ({ body }) => resolveUser(context, body),
  })

  app.post('/internal/users/batch', {
    config: { access: access.service },
    onRequest,
    schema: {
      operationId: 'listUsers',
      summary: 'Reads many accounts for another service',
      body: UserBatch,
      response: responses(UserBatchAnswer, [common.forbidden, common.notFound]),
    },
    handler: async ({ body }) => ({ users: await listUsers(context, body.ids) }),
  })

  app.post('/internal/language', {
    config: { access: access.service },
    onRequest: onlyFor('web'),
    schema: {
      operationId: 'keepLanguage',
      summary: 'Keeps the language that the page’s caller chose, for mails',
      body: LanguageChoice,
      response: responses(NothingMore, [common.forbidden, common.notFound]),
    },
    handler: async (request) => {
      const { accountId } = await memberAskedFor(context, request)
      await keepLanguage(context.pool, accountId, request.body.language)
      return {}
    },
  })

  app.post('/internal/zones', {
    config: { access: access.service },
    onRequest: onlyFor('web'),
    schema: {
      operationId: 'keepZones',
      summary:
        'Keeps the time zone that the page’s caller chose, for pages and mails, and that of their device',
      body: ZoneChoice,
      response: responses(NothingMore, [common.forbidden, common.notFound]),
    },
    handler: async (request) => {
      const { accountId } = await memberAskedFor(context, request)
      await keepZones(context.pool, accountId, request.body)
      return {}
    },
  })
}
