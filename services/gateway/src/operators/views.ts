import type { Sample } from './prometheus.ts'
import type { Numbers } from './schemas.ts'

/** The queues of all services; each service has those that are among its metrics. */
const queues = [
  { name: 'outbox', length: 'agora_outbox_rows', oldest: 'agora_outbox_lag_seconds' },
  { name: 'reports', length: 'forum_reports_pending', oldest: 'forum_report_queue_age_seconds' },
  { name: 'deliveries', length: 'agora_deliveries_due', oldest: 'agora_delivery_queue_age_seconds' },
  { name: 'dead letters', length: 'agora_deliveries_dead' },
  { name: 'mail', length: 'mail_queue_tasks' },
]

function groupBy<Key>(samples: readonly Sample[], keyOf: (sample: Sample) => Key): Map<Key, Sample[]> {
  const groups = new Map<Key, Sample[]>()
  for (const sample of samples) {
    const key = keyOf(sample)
    const group = groups.get(key)
    if (group) group.push(sample)
    else groups.set(key, [sample])
  }
  return groups
}

const isFailure = ({ labels }: Sample) => labels.status?.startsWith('5') && labels.expected === 'false'
const sum = (samples: readonly Sample[]) => samples.reduce((total, { value }) => total + value, 0)
/** JSON has no NaN. */
const finite = (value: number | undefined) => (Number.isFinite(value) ? (value as number) : null)

/** The few metrics of a process that summarize its state. */
export function numbersView(samples: readonly Sample[]): Numbers {
  const byName = groupBy(samples, ({ name }) => name)
  const all = (name: string) => byName.get(name) ?? []
  const level = (name: string | undefined) => finite(all(name ?? '')[0]?.value)
  const answers = all('http_request_duration_seconds_count')
  const started = level('process_start_time_seconds') ?? 0
  return {
    version: all('agora_build_info')[0]?.labels.version ?? null,
    started_at: new Date(started * 1000).toISOString(),
    requests: sum(answers),
    failures: sum(answers.filter(isFailure)),
    latency: latencyOf(all('http_request_duration_seconds_bucket')),
    event_loop: level('nodejs_eventloop_utilization_ratio'),
    memory_bytes: level('process_resident_memory_bytes'),
    queues: queues
      .filter(({ length }) => byName.has(length))
      .map(({ name, length, oldest }) => ({ name, length: sum(all(length)), oldest_seconds: level(oldest) })),
  }
}

/** One histogram over all routes. */
function latencyOf(buckets: readonly Sample[]): Numbers['latency'] {
  const byBound = groupBy(buckets, ({ labels }) => Number(labels.le?.replace('+Inf', 'Infinity')))
  return [...byBound]
    .sort(([a], [b]) => a - b)
    .map(([bound, counts]) => ({ up_to_seconds: finite(bound), count: sum(counts) }))
}
