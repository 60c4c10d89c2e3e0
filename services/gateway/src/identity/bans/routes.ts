import { pageQuery } from '@agora/shared/contracts/pagination'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { errors } from '../../errors.ts'
import { memberOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import { LoginBody } from '../auth/schemas.ts'
import type { Context } from '../context.ts'
import { askerOf } from '../passwords/asker.ts'
import { banUser } from './operations/ban-user.ts'
import { findOwnBan } from './operations/find-own-ban.ts'
import { listBans } from './operations/list-bans.ts'
import { unbanUser } from './operations/unban-user.ts'
import { Ban, BanBody, BanListing, OwnBan } from './schemas.ts'

const url = '/api/v1/users/:user_id/ban'
const BANS_PER_PAGE = 20

export const banRoutes = tagged('users', (app, context: Context) => {
  app.post('/api/v1/auth/ban', {
    config: { access: access.anyone, costly: true },
    schema: {
      operationId: 'findOwnBan',
      summary: 'Tells a member who cannot sign in why, and until when, they are banned',
      description:
        'For whoever has the password of the account. It counts as signing in does, and may need a captcha as that does.',
      tags: ['auth'],
      body: LoginBody,
      response: responses(OwnBan, [
        errors.invalidLogin,
        errors.captchaRequired,
        errors.captchaInvalid,
        errors.banNotFound,
      ]),
    },
    handler: (request, reply) =>
      findOwnBan(context, request.principal, request.body, askerOf(request, reply)),
  })

  app.put(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'banUser',
      summary: 'Bans a member from the whole site',
      description:
        'Sessions, tokens and streams of the account end at once. Without `expires_at` it holds until it is lifted.',
      params: UserParams,
      body: BanBody,
      response: responses(Ban, [
        errors.userNotFound,
        errors.alreadyBanned,
        errors.administratorConfigured,
        errors.accountOfAdministrator,
        errors.banExpired,
      ]),
    },
    handler: ({ principal, params, body }) => banUser(context, memberOf(principal), params.user_id, body),
  })

  app.delete(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'unbanUser',
      summary: 'Lifts a member’s ban',
      description: 'The account can sign in again; sessions and tokens that the ban ended stay ended.',
      params: UserParams,
      response: responses(Ban, [errors.userNotFound, errors.banNotFound]),
    },
    handler: ({ principal, params }) => unbanUser(context, memberOf(principal), params.user_id),
  })

  app.get('/api/v1/bans', {
    config: { access: access.administrator },
    schema: {
      operationId: 'listBans',
      summary: 'Lists all bans, newest first, including lifted ones',
      description: 'For administrators. A ban stays in the listing when it has expired or was lifted.',
      querystring: pageQuery(BANS_PER_PAGE),
      response: responses(BanListing),
    },
    handler: ({ query }) => listBans(context, query),
  })
})
