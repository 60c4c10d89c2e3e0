import { Decided, Decision, Interaction } from '@agora/shared/contracts/internal-pages'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { type AskedFor, memberAskedFor } from '../credentials/asked-for.ts'
import { allowClient, needsConfirmation } from './allow.ts'
import { destinationOf } from './destination.ts'
import type { LazyProvider } from './lazy.ts'
import { allowedScopes, grantableScopes } from './scopes.ts'
import { type OauthClientRow, readOauthClient } from './store.ts'

const params = Type.Object({ uid: Type.String() })
const config = { access: access.services('web') }
const refusals = [common.notFound]

/** A request that waits for the consent of the member for whom the web service asks. */
interface Waiting {
  session: AskedFor
  client: OauthClientRow
  scopes: Interaction['scopes']
  /** Where the answer goes. */
  redirectUri: string
}

/** For the page where a member decides what an application may do. */
export function interactionRoutes(app: Server, context: Context, provider: LazyProvider): void {
  app.get('/internal/interactions/:uid', {
    config,
    schema: {
      operationId: 'getInteraction',
      summary: 'Says what an authorization request asks the page’s caller for',
      params,
      response: responses(Interaction, refusals),
    },
    handler: async (request, reply) => {
      const { session, client, scopes, redirectUri } = await accessWaiting(context, provider, request, reply)
      return {
        client: { display_name: client.displayName, app_uri: client.appUri },
        scopes,
        needs_confirmation: await needsConfirmation(context.pool, session, scopes),
        destination: destinationOf(redirectUri),
      }
    },
  })

  app.post('/internal/interactions/:uid', {
    config,
    schema: {
      operationId: 'decideInteraction',
      summary: 'Takes down what the page’s caller decides, and says where that leads on',
      params,
      body: Decision,
      response: responses(Decided, [...refusals, common.recentSignInRequired]),
    },
    handler: async (request, reply) => {
      const { client, scopes, session } = await accessWaiting(context, provider, request, reply)
      let result: InteractionResults = {
        error: 'access_denied',
        error_description: 'the member did not agree',
      }
      if (request.body.decision === 'allow') {
        const grantId = await context.transaction((tx) => allowClient(context, tx, session, client, scopes))
        if (grantId === undefined) throw new ApiError(common.notFound)
        result = { consent: { grantId } }
      }
      const server = await provider()
      await server.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
      return { back: `/oauth/authorize/${request.params.uid}` }
    },
  })
}

/**
 * The request with this id, if it waits for this very browser, session and member. The client's current allowance
 * applies, not the one when it asked.
 *
 * @throws ApiError 404
 */
async function accessWaiting(
  context: Context,
  provider: LazyProvider,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<Waiting> {
  const session = await memberAskedFor(context, request)
  const server = await provider()
  const interaction = await server.interactionDetails(request.raw, reply.raw).catch((error: Error) => {
    if (error.name === 'SessionNotFound') return undefined
    throw error
  })
  const isTheirs = interaction?.uid === request.params.uid && interaction.session?.uid === session.sessionId
  const { client_id: clientId, scope, redirect_uri: redirectUri } = interaction?.params ?? {}
  const client = isTheirs ? await readOauthClient(context.pool, String(clientId)) : undefined
  const scopes = client ? grantableScopes(String(scope).split(' '), allowedScopes(client.allowedScopes)) : []
  if (!client || scopes.length === 0) throw new ApiError(common.notFound)
  return { session, client, scopes: [...scopes], redirectUri: String(redirectUri ?? client.callbackUri) }
}
