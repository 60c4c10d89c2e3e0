import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Value {
  stringValue?: string
  intValue?: number
  boolValue?: boolean
}
interface Keyed {
  key: string
  value: Value
}
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  status?: { code?: number }
  attributes: Keyed[]
}
interface Sent {
  resourceSpans: {
    resource: { attributes: Keyed[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

/** A span as it arrived, with the service that sent it. */
export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  service: string
  attributes: Record<string, unknown>
}

const plain = (attributes: Keyed[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector of OTLP over HTTP that keeps every span. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const paths = new Set<string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`)
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Sent
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = String(plain(resource.attributes)['service.name'])
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service, attributes: plain(span.attributes) })
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
