import { pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context, Relational } from '../../context.ts'
import { errors } from '../../errors.ts'
import { linkAccount } from './operations/link-account.ts'
import { listAccounts } from './operations/list-accounts.ts'
import { showAccount } from './operations/show-account.ts'
import { unlinkAccount } from './operations/unlink-account.ts'
import {
  AccountPath,
  AppAccount,
  AppAccounts,
  LinkAccountBody,
  Nothing,
  ShowAccountBody,
  UserPath,
} from './schemas.ts'

const DEFAULT_LIMIT = 20
/** A client’s secret, or a token of its own. */
const byClient = [{ password: [] }, { token: ['base'] }]
const refusals = [common.unauthenticated, common.forbidden]

export const accountRoutes = tagged('Applications', (app, context: Context, relational: Relational) => {
  app.put('/api/v1/apps/:app_id/accounts/:user_id', {
    config: { access: access.resolvable },
    schema: {
      operationId: 'linkAccount',
      summary: 'Link a member to their account with an application',
      description:
        'For the confidential OAuth client that the configuration names as the application’s `client`, by its secret or a ' +
        'token of its own, where the member has granted it `base`. The same link again keeps its time and takes a new name.',
      security: byClient,
      params: AccountPath,
      body: LinkAccountBody,
      response: responses(AppAccount, [
        ...refusals,
        errors.appNotFound,
        errors.userNotFound,
        errors.accountLinked,
      ]),
    },
    handler: ({ principal, params, body }) => linkAccount(context, relational, principal, params, body),
  })

  app.delete('/api/v1/apps/:app_id/accounts/:user_id', {
    config: { access: access.resolvable },
    schema: {
      operationId: 'unlinkAccount',
      summary: 'End a member’s link to their account with an application',
      description: 'For the application’s client, the member, and administrators.',
      security: [{ session: [] }, ...byClient],
      params: AccountPath,
      response: responses(Nothing, [...refusals, errors.appNotFound, errors.accountNotFound]),
    },
    handler: ({ principal, params }) => unlinkAccount(context, relational, principal, params),
  })

  app.get('/api/v1/users/:user_id/accounts', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listAccounts',
      summary: 'A member’s accounts with applications, newest first',
      description:
        'Those of applications that the caller may see. Hidden ones are for the member and administrators.',
      params: UserPath,
      querystring: pageQuery(DEFAULT_LIMIT),
      response: responses(AppAccounts, [errors.userNotFound]),
    },
    handler: ({ principal, params, query }) =>
      listAccounts(context, relational, principal, params.user_id, query),
  })

  app.patch('/api/v1/users/:user_id/accounts/:app_id', {
    config: { access: access.member },
    schema: {
      operationId: 'showAccount',
      summary: 'Show an account with an application to everybody, or hide it',
      description: 'For the member and administrators.',
      params: AccountPath,
      body: ShowAccountBody,
      response: responses(AppAccount, [...refusals, errors.accountNotFound]),
    },
    handler: ({ principal, params, body }) => showAccount(context, relational, principal, params, body),
  })
})
