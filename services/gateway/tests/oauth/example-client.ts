import { createServer, type IncomingMessage } from 'node:http'
import { authorizationRequest, type Client, exchange, type Tokens } from './client.ts'

/** A typical application: a page with a link to the site, and a callback that exchanges the code for tokens. */
export interface ExampleClient {
  url: string
  callback: string
  /** Set once the client is registered. */
  client: Client | undefined
  /** The result of the last authorization. */
  tokens: Tokens | undefined
  close(): Promise<void>
}

export async function startExampleClient(site: () => string): Promise<ExampleClient> {
  const server = createServer((request, response) => {
    answer(request).then(
      (page) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the client has no port')
  const url = `http://127.0.0.1:${address.port}`
  const waiting = new Map<string, string>()
  const example: ExampleClient = {
    url,
    callback: `${url}/callback`,
    client: undefined,
    tokens: undefined,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage): Promise<string> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const { client } = example
    if (!client) throw new Error('not registered')
    if (pathname === '/') {
      const { path, state, verifier } = authorizationRequest(client, searchParams.get('scope') ?? 'base')
      waiting.set(state, verifier)
      return `<a href="${site()}${path.replaceAll('&', '&amp;')}">Connect</a>`
    }
    const error = searchParams.get('error')
    if (error !== null) return `<p id="outcome">${error === 'access_denied' ? 'refused' : 'failed'}</p>`
    const verifier = waiting.get(searchParams.get('state') ?? '')
    const code = searchParams.get('code')
    if (pathname !== '/callback' || verifier === undefined || code === null) return ''
    const { status, body } = await exchange(site(), client, { code, verifier })
    if (status !== 200) throw new Error(body.error)
    example.tokens = body
    return '<p id="outcome">connected</p>'
  }
  return example
}
