import { counter } from '@agora/shared/observability/instruments'
import { Gauge, Histogram, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof mediaMetrics>

/** What is done with pictures. */
export function mediaMetrics(registry: Registry) {
  const registers = [registry]
  const conversions = counter(
    registry,
    'media_conversions_total',
    'Pictures decoded: converted, broken, memory or time beyond what one may take, crash of a worker.',
    { outcome: ['converted', 'broken', 'memory', 'time', 'crash'] },
  )
  const conversionSeconds = new Histogram({
    name: 'media_conversion_duration_seconds',
    help: 'How long decoding and writing a picture takes, without waiting for a worker.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const deleted = counter(
    registry,
    'media_deleted_total',
    'Pictures deleted: asked for, shown nowhere, or of an erased member; uploads that came to nothing; files without a row.',
    { reason: ['asked', 'orphan', 'unfinished', 'erased', 'unknown'] },
  )
  const onceWalked = 'Pictures whose files were held against their rows.'
  const walked = counter(registry, 'media_files_walked_total', onceWalked, {})
  const foreign = new Gauge({
    name: 'media_storage_foreign',
    help: '1 while the files at MEDIA_URL are another database’s, or nobody’s: nothing is deleted then unless asked for.',
    registers,
  })
  return { conversions, conversionSeconds, deleted, walked, foreign }
}
