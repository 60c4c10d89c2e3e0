import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof mediaMetrics>

/** What is done with pictures. */
export function mediaMetrics(registry: Registry) {
  const registers = [registry]
  const conversions = new Counter({
    name: 'media_conversions_total',
    help: 'Pictures decoded: converted, broken, memory or time beyond what one may take, crash of a worker.',
    labelNames: ['outcome'] as const,
    registers,
  })
  // A rate misses the first event of a series that is born with it.
  for (const outcome of ['converted', 'broken', 'memory', 'time', 'crash']) conversions.inc({ outcome }, 0)
  const conversionSeconds = new Histogram({
    name: 'media_conversion_duration_seconds',
    help: 'How long decoding and writing a picture takes, without waiting for a worker.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const deleted = new Counter({
    name: 'media_deleted_total',
    help: 'Pictures deleted: asked for, shown nowhere, or of an erased member; uploads that came to nothing; files without a row.',
    labelNames: ['reason'] as const,
    registers,
  })
  for (const reason of ['asked', 'orphan', 'unfinished', 'erased', 'unknown']) deleted.inc({ reason }, 0)
  const walked = new Counter({
    name: 'media_files_walked_total',
    help: 'Pictures whose files were held against their rows.',
    registers,
  })
  const foreign = new Gauge({
    name: 'media_storage_foreign',
    help: '1 while the files at MEDIA_URL are another database’s, or nobody’s: nothing is deleted then unless asked for.',
    registers,
  })
  return { conversions, conversionSeconds, deleted, walked, foreign }
}

/** Pictures that wait for a worker. */
export function exposeWaiting(registry: Registry, waiting: () => number): void {
  new Gauge({
    name: 'media_conversions_waiting',
    help: 'Pictures that wait for a worker.',
    registers: [registry],
    collect() {
      this.set(waiting())
    },
  })
}
