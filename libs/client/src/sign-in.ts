import type { Passing } from './types.ts'

/** Where tokens are kept: `localStorage` is shared by the tabs of a page’s origin. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface SignInOptions {
  /** The address of the suite. */
  site: string
  /** The client’s id or key; a public one, which has no secret. */
  clientId: string
  /** One of the client’s `callback_uris`. */
  redirectUri: string
  /** Separated by spaces; the client’s default if absent. */
  scope?: string
  storage?: TokenStorage
}

/** Signing in was refused, by the member or by the suite, or it was not begun here. */
export class SignInFailed extends Error {
  override name = 'SignInFailed'
  /** The code of RFC 6749, such as `access_denied`. */
  readonly error: string

  constructor(error: string, description?: string | null) {
    super(description ? `${error}: ${description}` : error)
    this.error = error
  }
}

/** A member’s sign-in at the suite by OAuth 2: authorization code with PKCE, and renewal. */
export interface SignIn {
  /** Where to send the browser; `parameters` are further ones of the authorization, such as `prompt`. */
  begin(parameters?: Record<string, string>): Promise<string>
  /**
   * Ends what was begun, at the address to which the browser came back. Returns whether there was something to end.
   *
   * @throws SignInFailed
   */
  complete(address: string): Promise<boolean>
  /**
   * The access token, renewed if it is about to expire; undefined where nobody is signed in. Tabs share one renewal,
   * since a refresh token that is used twice ends the sign-in.
   */
  token(): Promise<string | undefined>
  /** Revokes the tokens and forgets them. */
  end(): Promise<void>
  /** For `client.use`: sends the token along, and renews it if it is refused. */
  readonly middleware: {
    onRequest(passing: Passing): Promise<void>
    onResponse(passing: Passing & { response: Response }): void
  }
}

interface Tokens {
  access: string
  refresh?: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** Renewed so long before it expires, in milliseconds. */
const EARLY_MS = 30_000

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))
const digest = async (text: string) =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

/** Who waits in this process, by what for. */
const lines = new Map<string, Promise<unknown>>()

/** Runs one work of this name at a time, of all tabs where the browser has locks, else of this process. */
function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Only pages served by https, or of this machine, have them.
  const locks = globalThis.navigator?.locks
  if (locks) return locks.request(name, work) as Promise<Result>
  const next = (lines.get(name) ?? Promise.resolve()).then(work)
  const over = next.then(
    () => {},
    () => {},
  )
  lines.set(name, over)
  return next
}

/** A member's tokens under a name in the storage: how they are asked for, and renewed. */
function keptTokens({ site, clientId }: SignInOptions, storage: TokenStorage, kept: string) {
  const read = (): Tokens | undefined => JSON.parse(storage.getItem(kept) ?? 'null') ?? undefined
  const isFresh = ({ expiresAt }: Tokens) => expiresAt - EARLY_MS > Date.now()

  const post = (path: string, fields: Record<string, string>) =>
    fetch(new URL(path, site), {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...fields }),
    })

  /** Asks for tokens and keeps them. @throws SignInFailed */
  const obtain = async (fields: Record<string, string>): Promise<Tokens> => {
    const answer = await post('/oauth/token', fields)
    const told = await answer.json().catch(() => ({ error: `status ${answer.status}` }))
    if (!answer.ok) throw new SignInFailed(String(told.error), told.error_description)
    const tokens: Tokens = {
      access: told.access_token,
      refresh: told.refresh_token ?? fields.refresh_token,
      expiresAt: Date.now() + told.expires_in * 1_000,
    }
    storage.setItem(kept, JSON.stringify(tokens))
    return tokens
  }

  /** Another tab may have renewed it while this one waited for its turn. */
  const renew = () =>
    inTurn(kept, async () => {
      const tokens = read()
      if (!tokens || isFresh(tokens)) return tokens
      if (tokens.refresh === undefined) return undefined
      try {
        return await obtain({ grant_type: 'refresh_token', refresh_token: tokens.refresh })
      } catch (error) {
        // The sign-in has ended; whatever else went wrong may pass.
        if (!(error instanceof SignInFailed) || error.error !== 'invalid_grant') throw error
        storage.removeItem(kept)
        return undefined
      }
    })

  const token = async () => {
    const tokens = read()
    return (tokens && isFresh(tokens) ? tokens : await renew())?.access
  }

  return { read, post, obtain, token }
}

export function createSignIn(options: SignInOptions): SignIn {
  const { site, clientId, redirectUri, scope, storage = localStorage } = options
  const prefix = `agora:${clientId}:`
  const [kept, begun] = [`${prefix}tokens`, `${prefix}begun:`]
  const { read, post, obtain, token } = keptTokens(options, storage, kept)

  return {
    begin: async (parameters = {}) => {
      const [state, verifier] = [random(), random()]
      storage.setItem(begun + state, verifier)
      const address = new URL('/oauth/authorize', site)
      address.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        ...(scope === undefined ? {} : { scope }),
        state,
        code_challenge: await digest(verifier),
        code_challenge_method: 'S256',
        ...parameters,
      }).toString()
      return address.href
    },

    complete: async (address) => {
      const told = new URL(address).searchParams
      const [state, code, error, issuer] = ['state', 'code', 'error', 'iss'].map((name) => told.get(name))
      if (!state || !(code || error)) return false
      const verifier = storage.getItem(begun + state)
      storage.removeItem(begun + state)
      if (verifier === null) throw new SignInFailed('invalid_state', 'this sign-in was not begun here')
      // Another server's code must not be told to this one (RFC 9207).
      if (issuer && new URL(issuer).origin !== new URL(site).origin)
        throw new SignInFailed('invalid_issuer', issuer)
      if (!code) throw new SignInFailed(error as string, told.get('error_description'))
      const fields = { code, code_verifier: verifier, redirect_uri: redirectUri }
      await obtain({ grant_type: 'authorization_code', ...fields })
      return true
    },

    token,

    end: () =>
      inTurn(kept, async () => {
        const tokens = read()
        storage.removeItem(kept)
        if (tokens) await post('/oauth/revoke', { token: tokens.refresh ?? tokens.access })
      }),

    middleware: {
      onRequest: async ({ request }) => {
        const access = await token()
        if (access !== undefined) request.headers.set('authorization', `Bearer ${access}`)
      },
      onResponse: ({ request, response }) => {
        const tokens = read()
        const refused = request.headers.get('authorization')
        // The next request renews it; another tab may have done so already.
        if (response.status === 401 && tokens && refused === `Bearer ${tokens.access}`)
          storage.setItem(kept, JSON.stringify({ ...tokens, expiresAt: 0 }))
      },
    },
  }
}
