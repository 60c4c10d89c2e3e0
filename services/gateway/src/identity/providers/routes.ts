import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { takesPages } from '@agora/shared/http/takes-pages'
import { Type } from 'typebox'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { actingOf } from '../credentials/acting.ts'
import { UserLink } from '../user-links/schemas.ts'
import { accessOwnLinking, SELF } from './authority.ts'
import { type ProviderClient, providerClients } from './client.ts'
import { authorizeProvider } from './operations/authorize-provider.ts'
import { linkProviderAccount } from './operations/link-provider-account.ts'
import { failurePages, LINKED_PAGE } from './pages.ts'
import { ProviderAnswer, providers } from './schemas.ts'

const refusals = [common.forbidden, errors.userNotFound, common.notFound]

const linked = Type.Unsafe<undefined>({ description: 'For a browser: to a page that confirms the link.' })
const away = Type.Unsafe<undefined>({ description: 'To the provider.' })
const { 200: _none, ...failures } = responses(away, [
  errors.invalidOrigin,
  common.recentSignInRequired,
  ...refusals,
])

/** Sends a member's browser to an OpenID provider and back, and links the account there to the one here. */
export const providerRoutes = tagged('user links', (app, context: Context) => {
  const clients = providerClients(context.config.providers, process.env)
  const errorHandler = failurePages(context)

  for (const provider of providers) {
    const clientOf = (): ProviderClient => {
      const client = clients[provider]
      if (!client) throw new ApiError(common.notFound)
      return client
    }
    const urlFor = (userId: string) => `/api/v1/users/${userId}/user-links/${provider}`
    const name = `Provider${provider.slice(-1).toUpperCase()}`

    app.get(`${urlFor(':user_id')}/authorize`, {
      config: { access: access.member, changesByReading: true },
      errorHandler,
      schema: {
        operationId: `authorize${name}`,
        summary: 'Sends a member to a provider, to link an account there',
        description: 'Redirects. Register the site’s callback with the user id `self` at the provider.',
        params: UserParams,
        response: { 302: away, ...failures },
      },
      handler: async (request, reply) => {
        const traveller = await accessOwnLinking(context, request, request.params.user_id, provider)
        const origin = context.originOf(request.raw)
        const redirectUri = `${origin}${urlFor(SELF)}/callback`
        const target = await authorizeProvider(
          context,
          clientOf(),
          actorOf(request),
          traveller,
          redirectUri,
          request.log,
        )
        return reply.header('cache-control', 'no-store').redirect(target.href)
      },
    })

    app.get(`${urlFor(':user_id')}/callback`, {
      config: { access: access.member },
      errorHandler,
      schema: {
        operationId: `link${name}Account`,
        summary: 'Links the provider’s account with which a member comes back',
        description: 'Returns the link, or redirects to a page if the caller prefers one.',
        params: UserParams,
        querystring: ProviderAnswer,
        response: {
          ...responses(UserLink, [
            errors.invalidState,
            errors.providerRefused,
            errors.providerAccountTaken,
            errors.tooManyUserLinks,
            ...refusals,
          ]),
          303: linked,
        },
      },
      handler: async (request, reply) => {
        const traveller = await accessOwnLinking(context, request, request.params.user_id, provider)
        const answer = new URL(request.url, 'http://site.invalid').searchParams
        const link = await linkProviderAccount(
          context,
          clientOf(),
          actorOf(request),
          actingOf(request, reply),
          traveller,
          answer,
          request.log,
        )
        reply.header('cache-control', 'no-store')
        return takesPages(request) ? reply.redirect(LINKED_PAGE, 303) : link
      },
    })
  }
})
