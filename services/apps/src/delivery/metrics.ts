import { counter, gauge } from '@agora/shared/observability/instruments'
import { Histogram, type Registry } from 'prom-client'

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
  return {
    /** `delivered`, `failed` (will be retried), `dead` (given up), `cancelled` (the channel no longer listens). */
    outcomes: counter(registry, 'agora_deliveries_total', 'Attempts to deliver an event, by outcome.', {
      outcome: ['delivered', 'failed', 'dead', 'cancelled'],
    }),
    duration: new Histogram({
      name: 'agora_delivery_duration_seconds',
      help: 'Time that receivers take to answer or fail.',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    }),
  }
}

/** Measured on the rows, the same in every replica. If the database does not answer, the last reading stays. */
function measureLevels(registry: Registry, measure: Measure): void {
  let reading: Promise<Levels> | undefined
  const read = () => {
    reading ??= measure().finally(() => {
      reading = undefined
    })
    return reading
  }
  const measured = (name: string, help: string, level: keyof Levels) =>
    gauge(registry, name, help, async () => (await read())[level])
  measured('agora_delivery_queue_age_seconds', 'How long the most overdue delivery has waited.', 'age')
  measured('agora_deliveries_due', 'Deliveries that are due, counted up to 10,000.', 'due')
  measured('agora_deliveries_dead', 'Deliveries that were given up, counted up to 10,000.', 'dead')
}
export type DeliveryMetrics = ReturnType<typeof deliveryMetrics>
