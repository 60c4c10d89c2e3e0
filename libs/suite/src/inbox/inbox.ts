import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { listPage, mailPage, missingPage } from './pages.ts'
import { MailStore } from './store.ts'

export interface InboxOptions {
  /** Where the messages are stored. */
  folder: string
  /** The page's port. */
  port: number
}

export interface Inbox {
  /** Accepts mail for anyone. */
  smtpUrl: string
  /** The page for reading them; `/messages` lists them as JSON. */
  url: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const LARGEST_BYTES = 10 * 1024 * 1024
/** Only the page's own styles: a mail is untrusted content. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"

/** A mail server for a machine without one: delivers nothing, but shows what was sent. Loopback only. */
export async function startInbox({ folder, port }: InboxOptions): Promise<Inbox> {
  const store = new MailStore(folder)
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_BYTES,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        if (stream.sizeExceeded) return done(new Error('the message is too large'))
        store.add(Buffer.concat(chunks))
        done()
      })
    },
  })
  // A broken client connection must not affect the others.
  smtp.on('error', () => undefined)
  const web = createServer((request, response) => {
    answer(store, port, request).then(
      (found) => send(found, response),
      () => send(html(500, missingPage()), response),
    )
  })
  await new Promise<void>((resolve) => smtp.listen(0, HOST, resolve))
  await new Promise<void>((resolve, reject) => {
    web.once('error', reject)
    web.listen(port, HOST, resolve)
  })
  const { port: smtpPort } = smtp.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://${HOST}:${smtpPort}`,
    url: `http://${HOST}:${port}`,
    close: async () => {
      web.closeAllConnections()
      await Promise.all([
        new Promise<void>((resolve) => web.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ])
    },
  }
}

interface Answer {
  status: number
  type: string
  body: string | Buffer
}

function send({ status, type, body }: Answer, response: ServerResponse): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  response.end(body)
}

const html = (status: number, body: string): Answer => ({ status, type: 'text/html; charset=utf-8', body })

async function answer(store: MailStore, port: number, request: IncomingMessage): Promise<Answer> {
  // A foreign site whose name was made to resolve here must not read mails.
  const host = request.headers.host ?? ''
  if (![`${HOST}:${port}`, `localhost:${port}`].includes(host)) return html(403, missingPage())
  if (request.method !== 'GET') return html(405, missingPage())

  const [first = '', id = '', last] = (request.url ?? '/').split('?')[0]?.split('/').slice(1) ?? []
  if (first === '') return html(200, listPage(await store.list()))
  if (first !== 'messages') return html(404, missingPage())
  if (id === '') return { status: 200, type: 'application/json', body: JSON.stringify(await store.list()) }
  const mail = await store.read(id)
  if (mail && last === undefined) return html(200, mailPage(mail))
  const raw = last === 'raw' ? store.raw(id) : undefined
  return raw ? { status: 200, type: 'text/plain; charset=utf-8', body: raw } : html(404, missingPage())
}
