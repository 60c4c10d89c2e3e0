import { pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { errors } from '../../errors.ts'
import { actorOf, memberOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { Nothing } from '../emails/schemas.ts'
import { CreationOptions } from '../factors/passkey-schemas.ts'
import { siteOf } from '../factors/site.ts'
import { createPasskey } from './operations/create-passkey.ts'
import { createPasskeyOptions } from './operations/create-passkey-options.ts'
import { createRecoveryCodes } from './operations/create-recovery-codes.ts'
import { createTotp } from './operations/create-totp.ts'
import { deleteAuthenticator } from './operations/delete-authenticator.ts'
import { enableAuthenticator } from './operations/enable-authenticator.ts'
import { listAuthenticators } from './operations/list-authenticators.ts'
import {
  AuthenticatorListing,
  AuthenticatorParams,
  EnableBody,
  NewAuthenticator,
  NewPasskeyBody,
  NewTotp,
  NewTotpBody,
  RecoveryCodes,
} from './schemas.ts'

const url = '/api/v1/users/:user_id/authenticators'
const config = { access: access.member, takesTokens: false }
const changes = [common.forbidden, common.recentSignInRequired]
/** More than an account may have. */
const ALL = 50

export const authenticatorRoutes = tagged('authenticators', (app, context: Context) => {
  app.get(url, {
    config,
    schema: {
      operationId: 'listAuthenticators',
      summary: 'Lists a member’s authenticators',
      description:
        'Programs that show codes, passkeys and recovery codes, oldest first. For the member and administrators.',
      params: UserParams,
      querystring: pageQuery(ALL),
      response: responses(AuthenticatorListing, [common.forbidden, errors.userNotFound]),
    },
    handler: ({ principal, params, query }) =>
      listAuthenticators(context, memberOf(principal), params.user_id, query),
  })

  app.post(`${url}/totp`, {
    config,
    schema: {
      operationId: 'createTotp',
      summary: 'Makes a secret for a program that shows codes by time',
      description:
        'RFC 6238 with SHA-1, six digits and 30 seconds. Not in force until a code has been sent by `enableAuthenticator`, within an hour. Only the member, with a recent sign-in.',
      params: UserParams,
      body: NewTotpBody,
      response: responses(NewTotp, [...changes, errors.tooManyAuthenticators]),
    },
    handler: (request) => createTotp(context, actorOf(request), request.params.user_id, request.body),
  })

  app.put(`${url}/:authenticator_id`, {
    config,
    schema: {
      operationId: 'enableAuthenticator',
      summary: 'Puts a secret into force with one of its codes',
      description:
        'From then on the password alone signs nobody in, and HTTP Basic is refused. With the first second factor the answer has ten recovery codes.',
      params: AuthenticatorParams,
      body: EnableBody,
      response: responses(NewAuthenticator, [
        ...changes,
        errors.authenticatorNotFound,
        errors.authenticatorEnabled,
        errors.tooManyAuthenticators,
        errors.codeWrong,
      ]),
    },
    handler: (request) => enableAuthenticator(context, actorOf(request), request.params, request.body),
  })

  app.delete(`${url}/:authenticator_id`, {
    config,
    schema: {
      operationId: 'deleteAuthenticator',
      summary: 'Removes one of a member’s authenticators',
      description:
        'With the last second factor the recovery codes go as well. For the member and administrators, with a recent sign-in; the member is told by mail.',
      params: AuthenticatorParams,
      response: responses(Nothing, [
        ...changes,
        errors.userNotFound,
        errors.authenticatorNotFound,
        errors.accountOfAdministrator,
      ]),
    },
    handler: async (request) => {
      await deleteAuthenticator(context, actorOf(request), request.params)
      return {}
    },
  })

  app.post(`${url}/passkeys/options`, {
    config,
    schema: {
      operationId: 'createPasskeyOptions',
      summary: 'Says how a browser is to make a passkey for a member',
      description:
        'For `navigator.credentials.create` (WebAuthn Level 3). The challenge is good for five minutes and one answer. Only the member, with a recent sign-in.',
      params: UserParams,
      response: responses(CreationOptions, [...changes, errors.tooManyAuthenticators]),
    },
    handler: (request) =>
      createPasskeyOptions(context, actorOf(request), request.params.user_id, siteOf(context, request)),
  })

  app.post(`${url}/passkeys`, {
    config,
    schema: {
      operationId: 'createPasskey',
      summary: 'Adds a passkey that a browser has made',
      description:
        'It signs the member in without a password, and is a second factor: from then on the password alone signs nobody in, and HTTP Basic is refused. With the first second factor the answer has ten recovery codes.',
      params: UserParams,
      body: NewPasskeyBody,
      response: responses(NewAuthenticator, [
        ...changes,
        errors.authenticatorEnabled,
        errors.tooManyAuthenticators,
        errors.passkeyMisshapen,
      ]),
    },
    handler: (request) =>
      createPasskey(
        context,
        actorOf(request),
        request.params.user_id,
        request.body,
        siteOf(context, request),
      ),
  })

  app.post(`${url}/recovery-codes`, {
    config,
    schema: {
      operationId: 'createRecoveryCodes',
      summary: 'Gives a member new recovery codes',
      description: 'The old ones no longer work. Only the member, with a recent sign-in.',
      params: UserParams,
      response: responses(RecoveryCodes, [...changes, errors.noFactorToRecover]),
    },
    handler: (request) => createRecoveryCodes(context, actorOf(request), request.params.user_id),
  })
})
