import { createHash } from 'node:crypto'
import { Browser, randomText } from '@agora/testing/page-browser'
import { type Answer, basic, type Suite } from '@agora/testing/suite'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'

export interface Client {
  id: string
  key: string
  secret: string
  /** Without a secret. */
  isPublic: boolean
  callback: string
}

export const allScopes = { base: true, forum_read: true, forum_write: true, forum_moderate: true }

export const baseAlone = { base: true, forum_read: false, forum_write: false, forum_moderate: false }

/** Registers a client, or changes the one with this key. */
export async function registerClient(
  suite: Suite,
  name: string,
  {
    allowed = allScopes as Record<string, boolean> | null,
    secret = `${name} has a secret`,
    ...over
  } = {} as {
    allowed?: Record<string, boolean> | null
    secret?: string | null
    callback?: string
    pkce?: 'optional'
  },
): Promise<Client> {
  const callback = over.callback ?? `https://${name}.example/callback`
  const key = `${name}@clients`
  const { status, body, text } = await suite.call('POST', '/oauth_clients', {
    headers: { 'svc-internal-auth': suite.secrets.internalKey },
    body: {
      key,
      display_name: `The ${name} client`,
      app_uri: `https://${name}.example/`,
      callback_uri: callback,
      ...(secret === null ? { public: true } : { secret: Buffer.from(secret).toString('hex') }),
      ...(allowed === null ? {} : { allowed_scopes: allowed }),
      ...(over.pkce === undefined ? {} : { pkce: over.pkce }),
    },
  })
  if (status !== 200) throw new Error(text)
  return { id: body.id, key, secret: secret ?? '', isPublic: secret === null, callback }
}

/** A browser in which a member is signed in. */
export async function signedIn(site: string, login: string, password: string): Promise<Browser> {
  const browser = new Browser(site)
  const page = await browser.submit('/sign-in', { login, password })
  if (page.status !== 303) throw new Error(`not signed in: ${page.status} ${page.text}`)
  return browser
}

export interface AuthorizationRequest {
  verifier: string
  state: string
  path: string
}

/** A valid authorization request that asks for consent, with parameters changed or (null) omitted. */
export function authorizationRequest(
  client: Client,
  scope: string | null,
  over: Record<string, string | null> = {},
): AuthorizationRequest {
  const verifier = randomText()
  const state = randomText()
  const parameters = {
    client_id: client.id,
    response_type: 'code',
    redirect_uri: client.callback,
    scope,
    state,
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...over,
  }
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null)
  return { verifier, state, path: `/oauth/authorize?${new URLSearchParams(given)}` }
}

/** Makes the member allow (or refuse) the request; returns what the client's callback receives. */
export async function decide(
  browser: Browser,
  path: string,
  decision: 'allow' | 'refuse' = 'allow',
): Promise<URLSearchParams> {
  const request = await browser.get(path)
  if (request.status !== 303 || !request.location?.includes('/consent/'))
    throw new Error(`no consent page: ${request.status} ${request.location} ${request.text}`)
  const page = await browser.submit(request.location, { decision })
  const back = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(page.text)?.[1]
  if (back === undefined) throw new Error(`no way back: ${page.status} ${page.text}`)
  const answer = await browser.get(back)
  if (answer.location === undefined) throw new Error(`no redirect: ${answer.status} ${answer.text}`)
  return new URL(answer.location).searchParams
}

export interface Code {
  code: string
  verifier: string
}

export async function obtainCode(
  browser: Browser,
  client: Client,
  scope: string | null,
  over: Record<string, string | null> = {},
): Promise<Code> {
  const { path, verifier } = authorizationRequest(client, scope, over)
  const code = (await decide(browser, path)).get('code')
  if (code === null) throw new Error('no code')
  return { code, verifier }
}

/** A request to the token endpoint, or another of the OAuth server's. */
export function post(
  site: Suite | string,
  client: Client | undefined,
  fields: Record<string, string>,
  endpoint = 'token',
): Promise<Answer> {
  return postTo(typeof site === 'string' ? site : site.url, client, fields, endpoint)
}

async function postTo(
  site: string,
  client: Client | undefined,
  fields: Record<string, string>,
  endpoint: string,
): Promise<Answer> {
  const response = await fetch(`${site}/oauth/${endpoint}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(client && !client.isPublic
        ? basic(encodeURIComponent(client.key), encodeURIComponent(client.secret)).headers
        : {}),
    },
    body: new URLSearchParams({ ...(client?.isPublic ? { client_id: client.key } : {}), ...fields }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text }
}

export const exchange = (
  site: Suite | string,
  client: Client,
  { code, verifier }: Code,
  over: Record<string, string> = {},
): Promise<Answer> =>
  post(site, client, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: client.callback,
    ...over,
  })

/** The claims of an id token that this site has signed for this client; throws for any other. */
export async function claimsOf(site: string, client: Client, token: string): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL('/oauth/jwks', site))
  const expected = { issuer: site, audience: client.id, algorithms: ['ES256'] }
  return (await jwtVerify(token, keys, expected)).payload
}

export interface Tokens {
  access_token: string
  refresh_token: string
  /** Where `openid` was asked for. */
  id_token: string
  scope: string
  expires_in: number
}

export async function obtainTokens(
  site: Suite | string,
  browser: Browser,
  client: Client,
  scope: string,
  over: Record<string, string | null> = {},
): Promise<Tokens> {
  const answer = await exchange(site, client, await obtainCode(browser, client, scope, over))
  if (answer.status !== 200) throw new Error(`no tokens: ${answer.status} ${answer.text}`)
  return answer.body
}

export const refresh = (
  site: Suite | string,
  client: Client,
  token: string,
  over: Record<string, string> = {},
): Promise<Answer> => post(site, client, { grant_type: 'refresh_token', refresh_token: token, ...over })
