import type { Queries } from '@agora/shared/database/sql'
import { Gauge, type Registry } from 'prom-client'
import { type QueueLevel, readQueueLevel } from './store.ts'

/** Both gauges, and scrapes in quick succession, share one reading. In milliseconds. */
const READING_MS = 1_000

/** Gauges of the report queue, the same in every replica. If the database does not answer, the last reading stays. */
export function measureReportQueue(registry: Registry, db: Queries): void {
  let until = 0
  let reading: Promise<QueueLevel | undefined> = Promise.resolve(undefined)
  const level = () => {
    if (Date.now() >= until) {
      until = Date.now() + READING_MS
      reading = readQueueLevel(db).catch(() => undefined)
    }
    return reading
  }
  const gauge = (name: string, help: string, read: (level: QueueLevel) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const now = await level()
        if (now) this.set(read(now))
      },
    })
  gauge('forum_reports_pending', 'Reports that no moderator has resolved.', ({ pending }) => pending)
  gauge(
    'forum_report_queue_age_seconds',
    'How long the oldest report that is not resolved has been waiting; 0 where there is none.',
    ({ age }) => Math.max(0, age),
  )
}
