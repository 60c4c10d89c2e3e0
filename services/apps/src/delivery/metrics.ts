import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** `delivered`, `failed` (comes again), `dead` (given up), `cancelled` (the channel listens no more). */
export type DeliveryOutcome = 'delivered' | 'failed' | 'dead' | 'cancelled'

export function deliveryMetrics(registry: Registry, measure: () => Promise<{ age: number; due: number }>) {
  measureLevels(registry, measure)
  const registers = [registry]
  return {
    outcomes: new Counter({
      name: 'agora_deliveries_total',
      help: 'Attempts to deliver an event, by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    duration: new Histogram({
      name: 'agora_delivery_duration_seconds',
      help: 'Time that receivers take to answer or fail.',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  }
}

/** Over the rows, the same in every replica. A database that gives no answer leaves the last reading. */
function measureLevels(registry: Registry, measure: () => Promise<{ age: number; due: number }>): void {
  let reading: Promise<{ age: number; due: number } | undefined> | undefined
  const read = () => {
    reading ??= measure()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const gauge = (name: string, help: string, level: 'age' | 'due') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const levels = await read()
        if (levels) this.set(levels[level])
      },
    })
  gauge(
    'agora_delivery_queue_age_seconds',
    'How long the delivery that has been due the longest waits.',
    'age',
  )
  gauge('agora_deliveries_due', 'Deliveries whose time has come, counted up to 10,000.', 'due')
}
export type DeliveryMetrics = ReturnType<typeof deliveryMetrics>
