import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { errors } from '../../errors.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { createMemberStatistics } from './operations/count-members.ts'
import { getAcceptedRules } from './operations/get-accepted-rules.ts'
import { listUserAccounts } from './operations/list-user-accounts.ts'
import { AcceptedRules, AccountPage, AccountQuery, MemberStatistics } from './schemas.ts'

/** What administrators see of all accounts. */
export const accountRoutes = tagged('users', (app, context: Context) => {
  const countMembers = createMemberStatistics(context)

  app.get('/api/v1/users/accounts', {
    config: { access: access.administrator },
    schema: {
      operationId: 'listUserAccounts',
      summary: 'Lists accounts with their addresses, roles and last visits',
      description:
        'For administrators: addresses are personal data. Each page costs the same, however many accounts come before it. By a name, at most 1,000 are found.',
      querystring: AccountQuery,
      response: responses(AccountPage, [errors.nameTooShort]),
    },
    handler: ({ principal, query }) => listUserAccounts(context, principal.traceparent, query),
  })

  app.get('/api/v1/users/statistics', {
    config: { access: access.administrator },
    schema: {
      operationId: 'countMembers',
      summary: 'How many members there are, and how many join',
      description: 'For administrators. Counted once a minute at most.',
      response: responses(MemberStatistics),
    },
    handler: () => countMembers(),
  })

  app.get('/api/v1/users/:user_id/accepted-rules', {
    config: { access: access.administrator },
    schema: {
      operationId: 'getAcceptedRules',
      summary: 'Which rules a member accepted when they joined',
      description: 'For administrators. `rules` is null for members who joined when none were asked for.',
      params: UserParams,
      response: responses(AcceptedRules, [errors.userNotFound]),
    },
    handler: ({ params }) => getAcceptedRules(context, params.user_id),
  })
})
