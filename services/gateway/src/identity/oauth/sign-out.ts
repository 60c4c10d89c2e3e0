import { Departure, DepartureQuestion } from '@agora/shared/contracts/internal-pages'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { isLoopback, isWebAddress } from '../clients/settings.ts'
import type { Context } from '../context.ts'
import { destinationOf } from './destination.ts'
import { readOauthClient } from './store.ts'

/** What of an address must match: a site's origin, a loopback address whatever its port, or a private scheme. */
function placeOf(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri)
  if (!isWebAddress(uri)) return protocol
  return isLoopback(uri) ? `${protocol}//${hostname}` : origin
}

/** Whether a browser may be sent there after signing out: a client may name any address where one of its callbacks is. */
export const mayReturnTo = (uri: string, callbackUris: readonly string[]): boolean =>
  URL.canParse(uri) && callbackUris.some((callback) => placeOf(callback) === placeOf(uri))

/** What the library keeps of a request that it has accepted (RP-Initiated Logout 1.0, section 2). */
interface Accepted {
  postLogoutRedirectUri?: string
  state?: string
}

function returnAddress({ postLogoutRedirectUri, state }: Accepted): string | undefined {
  if (postLogoutRedirectUri === undefined) return undefined
  const address = new URL(postLogoutRedirectUri)
  if (state !== undefined) address.searchParams.set('state', state)
  return address.href
}

/**
 * Answers a request to sign out that the library has accepted, in place of its pages: the member is asked, whatever the
 * application knows of them. If the member that it means is not signed in, there is nothing to ask.
 */
export function leadToSignOut(ctx: KoaContextWithOIDC): void {
  const { route, session, client, entities } = ctx.oidc
  if (route !== 'end_session' || session?.state === undefined) return
  const to = returnAddress(session.state)
  const meant = entities.IdTokenHint?.payload.sub ?? session.accountId
  const isHere = session.accountId !== undefined && session.accountId === meant
  const back = to === undefined ? '' : `?${new URLSearchParams({ client: client?.clientId ?? '', to })}`
  ctx.status = 303
  ctx.redirect(to !== undefined && !isHere ? to : `/sign-out${back}`)
}

/** For the pages where a member signs out for an application. */
export function departureRoutes(app: Server, { pool }: Context): void {
  app.post('/internal/departures', {
    config: { access: access.services('web') },
    schema: {
      operationId: 'findDeparture',
      summary: 'Says which application a browser goes back to after signing out, if it may',
      body: DepartureQuestion,
      response: responses(Departure, [common.notFound]),
    },
    handler: async ({ body: { client: id, to } }) => {
      const client = await readOauthClient(pool, id)
      if (!client || !mayReturnTo(to, client.callbackUris)) throw new ApiError(common.notFound)
      return { client: { display_name: client.displayName }, destination: destinationOf(to) }
    },
  })
}
