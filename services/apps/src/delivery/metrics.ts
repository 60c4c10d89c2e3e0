import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** `delivered`, `failed` (comes again), `dead` (given up), `cancelled` (the channel listens no more). */
export type DeliveryOutcome = 'delivered' | 'failed' | 'dead' | 'cancelled'

export function deliveryMetrics(registry: Registry) {
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
    age: new Gauge({
      name: 'agora_delivery_queue_age_seconds',
      help: 'How long the delivery that has been due the longest waits.',
      registers,
    }),
    due: new Gauge({
      name: 'agora_deliveries_due',
      help: 'Deliveries whose time has come, counted up to 10,000.',
      registers,
    }),
  }
}
export type DeliveryMetrics = ReturnType<typeof deliveryMetrics>
