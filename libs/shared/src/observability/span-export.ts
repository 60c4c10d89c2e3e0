import { hostname } from 'node:os'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { keepSpans, type Span } from './spans.ts'
import { version } from './version.ts'

/** How long closing waits for the collector, in milliseconds. */
const CLOSE_BOUND_MS = 3_000
const kinds = { server: 1, client: 2, producer: 3, consumer: 4 } as const

const hrTime = (ms: number): [number, number] => {
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}

/**
 * Sends the spans of this process to the collector that OpenTelemetry's own variables name
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`, `..._HEADERS`), as OTLP over HTTP, in batches. Returns the close function.
 */
export async function startSpanExport(service: string, logger: Logger): Promise<() => Promise<void>> {
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'agora',
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
  })
  const exporter = new OTLPTraceExporter()
  let failing = false
  const processor = new BatchSpanProcessor({
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !failing) logger.warn({ err: result.error }, 'spans cannot be exported and are lost')
        failing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  })

  const readable = ({ trace, kind, name, startedAt, endedAt, attributes, failed }: Span): ReadableSpan => {
    const { traceId, spanId, parentId, flags } = trace
    const context = (id: string) => ({ traceId, spanId: id, traceFlags: Number.parseInt(flags, 16) })
    return {
      name,
      kind: kinds[kind],
      spanContext: () => context(spanId),
      ...(parentId === undefined ? {} : { parentSpanContext: { ...context(parentId), isRemote: true } }),
      startTime: hrTime(startedAt),
      endTime: hrTime(endedAt),
      duration: hrTime(endedAt - startedAt),
      status: { code: failed ? 2 : 0 },
      attributes,
      links: [],
      events: [],
      ended: true,
      resource,
      instrumentationScope: { name: 'agora' },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    }
  }
  keepSpans((span) => processor.onEnd(readable(span)))
  return async () => {
    keepSpans(undefined)
    const late = new Promise((resolve) => setTimeout(resolve, CLOSE_BOUND_MS).unref())
    await Promise.race([processor.shutdown().catch(() => {}), late])
  }
}
