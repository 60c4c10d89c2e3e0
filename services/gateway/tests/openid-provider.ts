import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface ProviderUser extends Record<string, string | undefined> {
  sub: string
  name?: string
  preferred_username?: string
}

/** An OpenID provider on a loopback port, with a signed-in user who consents to everything. */
export interface OpenidProvider {
  issuer: string
  /** The signed-in user; null: the user refuses. */
  user: ProviderUser | null
  /** Everyone who has signed in, by subject. */
  users: Map<string, ProviderUser>
  /** Registers clients, once their callbacks are known. */
  register(client: { id: string; secret: string; callback: string }): void
  /** What its token endpoint answers instead, if set. */
  tokenAnswer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  close(): Promise<void>
}

export async function startOpenidProvider(): Promise<OpenidProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.writeHead(503).end()
  const server: Server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const here: OpenidProvider = {
    issuer,
    user: null,
    users: new Map(),
    tokenAnswer: undefined,
    register: ({ id, secret, callback }) => {
      const provider = providerFor(here, { id, secret, callback })
      const answer = provider.callback()
      handle = (request, response) => {
        if (request.url?.startsWith('/token') && here.tokenAnswer) here.tokenAnswer(request, response)
        else if (request.url?.startsWith('/interaction/')) interact(provider, here, request, response)
        else answer(request, response)
      }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return here
}

function providerFor(
  here: OpenidProvider,
  { id, secret, callback }: { id: string; secret: string; callback: string },
): Provider {
  const provider = new Provider(here.issuer, {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [callback] }],
    pkce: { required: () => true },
    // A walk begins with answers that it uses minutes later on a busy machine. In seconds.
    ttl: { AuthorizationCode: 3_600 },
    claims: { profile: ['name', 'preferred_username'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: async () => here.users.get(accountId) ?? { sub: accountId },
    }),
    loadExistingGrant: async (ctx) => {
      const accountId = ctx.oidc.session?.accountId
      const grant = new provider.Grant({ clientId: id, ...(accountId ? { accountId } : {}) })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
  })
  return provider
}

async function interact(
  provider: Provider,
  { user, users }: OpenidProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (user) users.set(user.sub, user)
  const result =
    user === null
      ? { error: 'access_denied', error_description: 'not today' }
      : { login: { accountId: user.sub } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}
