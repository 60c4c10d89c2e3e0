import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Begins the answers of a stream and of the overview, and ends none. */
export async function startSilentServer() {
  const server = createServer((request, response) => {
    if (request.url?.includes('/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('retry: 10\nid: 1\nevent: Reply\ndata: {}\n\n')
    } else if (request.url?.includes('/overview')) {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What `client-garbage.mjs` prints where the client keeps its word. */
export const kept = { unanswered: 'AbortError', halfAnswered: 'AbortError', reopened: true, left: true }
