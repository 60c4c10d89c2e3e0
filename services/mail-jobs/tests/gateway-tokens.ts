import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MailToken, NOTHING_TO_SEND } from '@agora/shared/contracts/internal-mail'

/** The gateway's side of `POST /internal/mail-tokens`, with the test's answers, and whatever else a test says of a path. */
export class TokenSource {
  /** By mail id; a number is a status to fail with. */
  readonly answers = new Map<string, () => Omit<MailToken, 'token' | 'url'> | number>()
  /** The tokens returned for each mail, in order. */
  readonly given = new Map<string, string[]>()
  /** By the path of a question. */
  readonly others = new Map<string, () => object>()
  authorization: string | undefined
  readonly #server: Server

  private constructor() {
    this.#server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const other = this.others.get(request.url ?? '')
      if (other) {
        response.writeHead(200, { 'content-type': 'application/json' })
        return response.end(JSON.stringify(other()))
      }
      const asksForToken = request.method === 'POST' && request.url === '/internal/mail-tokens'
      if (asksForToken) this.authorization = request.headers.authorization
      const id: string = JSON.parse(body || '{}').mail_id
      const answer = asksForToken ? this.answers.get(id)?.() : 500
      if (answer === undefined || typeof answer === 'number') {
        response.writeHead(answer ?? 404, { 'content-type': 'application/json' })
        return response.end(JSON.stringify({ error: NOTHING_TO_SEND }))
      }
      const given = this.given.get(id) ?? []
      // Markup in it must arrive verbatim.
      const token = `tok_en-${given.length}_${id}__*~_`
      this.given.set(id, [...given, token])
      const url = `https://community.example/verify?token=${token}(1)`
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...answer, token, url }))
    })
  }

  static async start(): Promise<TokenSource> {
    const source = new TokenSource()
    await new Promise<void>((resolve) => source.#server.listen(0, '127.0.0.1', resolve))
    return source
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}
