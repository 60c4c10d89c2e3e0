import { Counter, Gauge, type Registry } from 'prom-client'

/** Each process registers a metric once. */
function once<Metric>(registry: Registry, name: string, make: () => Metric): Metric {
  return (registry.getSingleMetric(name) as Metric | undefined) ?? make()
}

export interface RelayMetrics {
  rows: Gauge
  lag: Gauge
  active: Gauge
  published: Counter
  failures: Counter
}

export function relayMetrics(registry: Registry): RelayMetrics {
  const registers = [registry]
  const gauge = (name: string, help: string) =>
    once(registry, name, () => new Gauge({ name, help, registers }))
  const counter = (name: string, help: string) =>
    once(registry, name, () => new Counter({ name, help, registers }))
  return {
    rows: gauge('agora_outbox_rows', 'Events not yet published, counted up to 10,000.'),
    lag: gauge('agora_outbox_lag_seconds', 'Age of the oldest event not yet published.'),
    active: gauge('agora_outbox_relay_active', '1 in the process whose relay publishes.'),
    published: counter('agora_events_published_total', 'Events that the stream has acknowledged.'),
    failures: counter('agora_events_publish_failures_total', 'Publications that were not acknowledged.'),
  }
}

/** `repeated`: consumed before; `ignored`: of another type; `failed`: it comes again. */
export const outcomes = ['handled', 'repeated', 'ignored', 'failed', 'unreadable'] as const
export type Outcome = (typeof outcomes)[number]

export function consumedCounter(registry: Registry): Counter<'consumer' | 'outcome'> {
  const name = 'agora_events_consumed_total'
  return once(
    registry,
    name,
    () =>
      new Counter({
        name,
        help: 'Deliveries to a consumer by what became of them.',
        labelNames: ['consumer', 'outcome'] as const,
        registers: [registry],
      }),
  )
}
