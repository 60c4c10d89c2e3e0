import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { upsertOauthClient } from './operations/upsert-oauth-client.ts'
import { OauthClient, UpsertClientBody } from './schemas.ts'

export function clientRoutes(app: Server, context: Context): void {
  app.post(
    '/api/v1/oauth_clients',
    {
      config: { access: access.internalKey },
      schema: {
        operationId: 'upsertOauthClient',
        summary: 'Registers an OAuth client, or updates it in place',
        tags: ['oauth'],
        body: UpsertClientBody,
        response: responses(OauthClient, [
          common.missingInternalKey,
          common.wrongInternalKey,
          common.invalidBody,
          errors.clientsConflict,
        ]),
      },
    },
    ({ body }) => upsertOauthClient(context, body),
  )
}
