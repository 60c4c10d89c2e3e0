import { pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import { Nothing } from '../emails/schemas.ts'
import { askerOf } from '../passwords/asker.ts'
import { deleteOauthClient } from './operations/delete-oauth-client.ts'
import { getOauthClient } from './operations/get-oauth-client.ts'
import { listOauthClients } from './operations/list-oauth-clients.ts'
import { putOauthClient } from './operations/put-oauth-client.ts'
import { upsertOauthClient } from './operations/upsert-oauth-client.ts'
import {
  ClientDetail,
  ClientListing,
  ClientParams,
  ClientSettings,
  OauthClient,
  UpsertClientBody,
} from './schemas.ts'

const url = '/api/v1/oauth_clients'
const CLIENTS_PER_PAGE = 20

export const clientRoutes = tagged('oauth', (app, context: Context) => {
  app.post(url, {
    config: { access: access.internalKey },
    schema: {
      operationId: 'upsertOauthClient',
      summary: 'Registers an OAuth client, or updates it in place',
      description:
        'By the instance’s internal key. The client of this key is changed in place and keeps its id.',
      body: UpsertClientBody,
      response: responses(OauthClient, [errors.clientsConflict]),
    },
    handler: (request, reply) => upsertOauthClient(context, request.body, askerOf(request, reply)),
  })

  app.get(url, {
    config: { access: access.internalKeyOrAdministrator },
    schema: {
      operationId: 'listOauthClients',
      summary: 'Lists the OAuth clients, ordered by key',
      description: 'By the internal key, or for administrators. Secrets are never told.',
      querystring: pageQuery(CLIENTS_PER_PAGE),
      response: responses(ClientListing),
    },
    handler: ({ query }) => listOauthClients(context, query),
  })

  app.get(`${url}/:client_ref`, {
    config: { access: access.internalKeyOrAdministrator },
    schema: {
      operationId: 'getOauthClient',
      summary: 'An OAuth client with what it may be granted and how it authenticates',
      description:
        'By the internal key, or for administrators: its `allowed_scopes`, callbacks, and whether it is public or may do without PKCE.',
      params: ClientParams,
      response: responses(ClientDetail, [errors.clientNotFound]),
    },
    handler: ({ params }) => getOauthClient(context, params.client_ref),
  })

  app.put(`${url}/:client_ref`, {
    config: { access: access.administrator },
    schema: {
      operationId: 'putOauthClient',
      summary: 'Registers an OAuth client with this key, or changes the one with this key or id',
      description:
        'For administrators. A secret that is not sent stays as it is. Change a client of the startup configuration there.',
      params: ClientParams,
      body: ClientSettings,
      response: responses(OauthClient, [
        common.recentSignInRequired,
        errors.clientNotFound,
        errors.clientConfigured,
      ]),
    },
    handler: (request, reply) => {
      const { params, body } = request
      return putOauthClient(context, actorOf(request), params.client_ref, body, askerOf(request, reply))
    },
  })

  app.delete(`${url}/:client_ref`, {
    config: { access: access.internalKeyOrAdministrator },
    schema: {
      operationId: 'deleteOauthClient',
      summary: 'Removes an OAuth client with all its grants',
      description: 'Its tokens end at once. One that the startup configuration names cannot be deleted.',
      params: ClientParams,
      response: responses(Nothing, [
        common.recentSignInRequired,
        errors.clientNotFound,
        errors.clientConfigured,
      ]),
    },
    handler: async (request) => {
      const by = request.principal.internalKey === 'valid' ? undefined : actorOf(request)
      await deleteOauthClient(context, by, request.params.client_ref)
      return {}
    },
  })
})
