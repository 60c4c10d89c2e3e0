import type { Queries } from '@agora/shared/database/sql'
import { Gauge, type Registry } from 'prom-client'
import { readDigestDelay } from '../digests/store.ts'
import { countPostponed, readDelay } from './store.ts'

/**
 * How far notifying lags behind writing, the same in every replica. If the database does not answer, the last reading
 * stays.
 */
export function measureNotifying(registry: Registry, db: Queries): void {
  const measure = (name: string, help: string, read: (db: Queries) => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read(db).catch(() => undefined)
        if (value !== undefined) this.set(Math.max(0, value))
      },
    })
  measure(
    'forum_notifications_delay_seconds',
    'How long the oldest revision or reaction that members have not been notified of has been waiting; 0 where there is none.',
    readDelay,
  )
  measure(
    'forum_notifications_put_off',
    'Revisions that nobody could be notified of, which are retried from time to time.',
    countPostponed,
  )
  measure(
    'forum_digests_delay_seconds',
    'How long the most overdue digest has waited; 0 if none is due.',
    readDigestDelay,
  )
}
