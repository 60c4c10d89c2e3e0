import { Auth, type AuthConfig } from '@auth/core'

/** The cookies of a browser at one application. */
class Cookies {
  readonly #values = new Map<string, string>()

  keep(response: Response): Response {
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      this.#values.set(name, value)
    }
    return response
  }

  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

interface Issuer {
  issuer: string
  clientId: string
  clientSecret: string
}

/**
 * Signs somebody in to an application with Auth.js at this address; `visit` is their way from the authorization request
 * to the callback. Returns their session there.
 */
export async function signInByAuthJs(
  app: string,
  provider: Issuer,
  visit: (request: string) => Promise<URL>,
): Promise<{ user: object }> {
  const config: AuthConfig = {
    providers: [{ id: 'agora', name: 'Agora', type: 'oidc', ...provider }],
    secret: 'a secret of the application',
    trustHost: true,
    basePath: '/auth',
  }
  const cookies = new Cookies()
  const send = async (path: string, fields?: Record<string, string>) => {
    const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
    const request = new Request(new URL(path, app), init)
    request.headers.set('cookie', cookies.header)
    return cookies.keep((await Auth(request, config)) as Response)
  }
  const { csrfToken } = await (await send('/auth/csrf')).json()
  const start = await send('/auth/signin/agora', { csrfToken })
  const back = await visit(start.headers.get('location') ?? '')
  const end = await send(`${back.pathname}${back.search}`)
  const landing = end.headers.get('location') ?? ''
  if (landing !== app) throw new Error(`not signed in: ${landing}`)
  return (await send('/auth/session')).json()
}
