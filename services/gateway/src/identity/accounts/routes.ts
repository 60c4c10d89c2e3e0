import { accountHolders } from '@agora/shared/contracts/erasures'
import { LanguageChoice, NothingMore, ZoneChoice } from '@agora/shared/contracts/internal-pages'
import { InternalUser, UserBatch, UserBatchAnswer, UserLookup } from '@agora/shared/contracts/internal-users'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { readingLanguage } from '../../callers/language.ts'
import { isSecure } from '../../callers/secure.ts'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import { actingOf } from '../credentials/acting.ts'
import { memberAskedFor } from '../credentials/asked-for.ts'
import { sidCookie } from '../credentials/cookie.ts'
import { visitorOf } from '../credentials/visitor.ts'
import { askerOf } from '../passwords/asker.ts'
import { actorOf, memberOf } from './authority.ts'
import { createUser } from './operations/create-user.ts'
import { getUser } from './operations/get-user.ts'
import { keepLanguage } from './operations/keep-language.ts'
import { keepZones } from './operations/keep-zones.ts'
import { listStaff } from './operations/list-staff.ts'
import { listUsers } from './operations/list-users.ts'
import { resolveUser } from './operations/resolve-user.ts'
import { searchUsers } from './operations/search-users.ts'
import { updateUser } from './operations/update-user.ts'
import {
  CreateUserBody,
  Staff,
  StaffQuery,
  UpdateUserBody,
  User,
  UserListing,
  UserParams,
  UserSearch,
} from './schemas.ts'

export const userRoutes = tagged('users', (app, context: Context) => {
  app.post('/api/v1/users', {
    config: { access: access.anyone, costly: true },
    schema: {
      operationId: 'createUser',
      summary: 'Registers a member and signs them in',
      description:
        'Sets the session’s cookie. Mails to the member are in the language of `Accept-Language`. A password has 8 to 256 characters; `cap-token` proves that a captcha was solved, where the instance asks for one. Where a username is taken the token is good for another one, unless the answer has `captcha-token: spent`.',
      body: CreateUserBody,
      response: responses(User, [
        errors.captchaRequired,
        errors.captchaInvalid,
        errors.displayNameBlank,
        errors.displayNameReserved,
        errors.usernameTaken,
        errors.registrationClosed,
        errors.invitationRequired,
        errors.invitationInvalid,
        errors.rulesNotAccepted,
        errors.rulesChanged,
      ]),
    },
    handler: async (request, reply) => {
      const { principal, body } = request
      const asker = askerOf(request, reply)
      const { user, sid } = await createUser(
        context,
        principal,
        body,
        visitorOf(request),
        asker,
        readingLanguage(request),
      )
      reply.header('set-cookie', sidCookie(sid, isSecure(context, request)))
      return user
    },
  })

  app.get('/api/v1/users', {
    config: { access: access.member },
    schema: {
      operationId: 'searchUsers',
      summary: 'Finds members by a prefix of their username or display name',
      description:
        'In the order of the matching names, at most 1,000. Administrators may omit `name` to get all members, newest first.',
      querystring: UserSearch,
      response: responses(UserListing, [common.forbidden, errors.nameTooShort]),
    },
    handler: ({ principal, query }) => searchUsers(context, memberOf(principal), query),
  })

  app.get('/api/v1/users/staff', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listStaff',
      summary: 'Lists who holds a role now',
      description: 'Administrators, and all who moderate the forum or sections of it. Public.',
      querystring: StaffQuery,
      response: responses(Staff, [common.forbidden]),
    },
    handler: ({ principal, query }) => listStaff(context, principal, query),
  })

  app.get('/api/v1/users/:user_id', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getUser',
      summary: 'Reads a member',
      description:
        'Public. The member and administrators also get `username` and `has_password`; links that are private only they see.',
      params: UserParams,
      response: responses(User, [errors.userNotFound]),
    },
    handler: ({ principal, params }) => getUser(context, principal, params.user_id),
  })

  app.patch('/api/v1/users/:user_id', {
    config: { access: access.member, costly: true },
    schema: {
      operationId: 'updateUser',
      summary: 'Changes a member’s names or password',
      description:
        'At most 30 changes of the names an hour and account, unless the instance sets another limit.',
      params: UserParams,
      body: UpdateUserBody,
      response: responses(User, [
        common.forbidden,
        errors.currentPasswordMissing,
        errors.currentPasswordWrong,
        common.recentSignInRequired,
        errors.userNotFound,
        errors.displayNameBlank,
        errors.displayNameReserved,
        errors.usernameTaken,
        errors.accountOfAdministrator,
      ]),
    },
    handler: (request, reply) => {
      const { params, body } = request
      return updateUser(context, actorOf(request), params.user_id, body, actingOf(request, reply))
    },
  })

  // For the other services.
  app.post('/internal/users/resolve', {
    config: { access: access.services(...accountHolders) },
    schema: {
      operationId: 'resolveUser',
      summary: 'Finds an account by id, username or email for another service',
      body: UserLookup,
      response: responses(InternalUser, [errors.userNotFound]),
    },
    handler: ({ body }) => resolveUser(context, body),
  })

  app.post('/internal/users/batch', {
    config: { access: access.services(...accountHolders) },
    schema: {
      operationId: 'listUsers',
      summary: 'Reads many accounts for another service',
      body: UserBatch,
      response: responses(UserBatchAnswer),
    },
    handler: async ({ body }) => ({ users: await listUsers(context, body.ids) }),
  })

  app.post('/internal/language', {
    config: { access: access.services('web') },
    schema: {
      operationId: 'keepLanguage',
      summary: 'Keeps the language that the page’s caller chose, for mails',
      body: LanguageChoice,
      response: responses(NothingMore, [common.notFound]),
    },
    handler: async (request) => {
      await keepLanguage(context, await memberAskedFor(context, request), request.body.language)
      return {}
    },
  })

  app.post('/internal/zones', {
    config: { access: access.services('web') },
    schema: {
      operationId: 'keepZones',
      summary:
        'Keeps the time zone that the page’s caller chose, for pages and mails, and that of their device',
      body: ZoneChoice,
      response: responses(NothingMore, [common.notFound]),
    },
    handler: async (request) => {
      await keepZones(context, await memberAskedFor(context, request), request.body)
      return {}
    },
  })
})
