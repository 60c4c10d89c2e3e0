import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What is measured at each scrape. */
interface Levels {
  /** In seconds. */
  age: number
  due: number
  dead: number
}
type Measure = () => Promise<Levels>

export function deliveryMetrics(registry: Registry, measure: Measure) {
  measureLevels(registry, measure)
  const registers = [registry]
  /** `delivered`, `failed` (will be retried), `dead` (given up), `cancelled` (the channel no longer listens). */
  const outcomes = new Counter({
    name: 'agora_deliveries_total',
    help: 'Attempts to deliver an event, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })
  // A rate misses the first event of a series that is born with it.
  for (const outcome of ['delivered', 'failed', 'dead', 'cancelled']) outcomes.inc({ outcome }, 0)
  return {
    outcomes,
    duration: new Histogram({
      name: 'agora_delivery_duration_seconds',
      help: 'Time that receivers take to answer or fail.',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  }
}

/** Measured on the rows, the same in every replica. If the database does not answer, the last reading stays. */
function measureLevels(registry: Registry, measure: Measure): void {
  let reading: Promise<Levels | undefined> | undefined
  const read = () => {
    reading ??= measure()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const gauge = (name: string, help: string, level: keyof Levels) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const levels = await read()
        if (levels) this.set(levels[level])
      },
    })
  gauge('agora_delivery_queue_age_seconds', 'How long the most overdue delivery has waited.', 'age')
  gauge('agora_deliveries_due', 'Deliveries that are due, counted up to 10,000.', 'due')
  gauge('agora_deliveries_dead', 'Deliveries that were given up, counted up to 10,000.', 'dead')
}
export type DeliveryMetrics = ReturnType<typeof deliveryMetrics>
