import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { Suite } from '@agora/testing/suite'
import { type CaptchaClient, captchaClient, type Scope } from './support.ts'

/** The published packages, which are dependencies of the service with the real pages. */
const packages = createRequire(new URL('../../web/package.json', import.meta.url))
const widget = readFileSync(packages.resolve('@cap.js/widget/cap.min.js'))
const wasm = readFileSync(packages.resolve('@cap.js/wasm/browser/cap_wasm_bg.wasm'))

/** Only what the widget needs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "connect-src 'self'",
  "style-src 'nonce-widget'",
  'img-src data:',
].join('; ')

const setup = "window.CAP_CUSTOM_WASM_URL = '/cap.wasm'; window.CAP_CSS_NONCE = 'widget'"

const form = (scope: Scope) => `<!doctype html>
<title>${scope}</title>
<script src="/setup.js"></script>
<script src="/cap.js"></script>
<form><cap-widget data-cap-api-endpoint="/api/v1/captcha/${scope}/"></cap-widget></form>`

export interface WidgetSite {
  url: string
  /** Every request so far: method, path and the answer's status. */
  requests: string[]
  close(): Promise<void>
}

/** One origin with a page per form and the captcha routes behind it, like the gateway. */
export async function serveWidget(suite: Suite): Promise<WidgetSite> {
  const captcha = captchaClient(suite)
  const requests: string[] = []
  const server = createServer((request, response) => {
    response.once('finish', () => requests.push(`${request.method} ${request.url} ${response.statusCode}`))
    answer(captcha, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the page has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  captcha: CaptchaClient,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? ''
  const send = (type: string, body: string | Buffer, status = 200) =>
    response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY }).end(body)

  if (path.startsWith('/api/v1/captcha/')) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const type = request.headers['content-type']
    const { status, text } = await captcha.post(path.slice('/api/v1/captcha/'.length), {
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      headers: type === undefined ? {} : { 'content-type': type },
    })
    send('application/json', text, status)
  } else if (path === '/setup.js') send('text/javascript', setup)
  else if (path === '/cap.js') send('text/javascript', widget)
  else if (path === '/cap.wasm') send('application/wasm', wasm)
  else if (path === '/register' || path === '/login') send('text/html', form(path.slice(1) as Scope))
  else send('text/plain', '', path === '/favicon.ico' ? 204 : 404)
}
