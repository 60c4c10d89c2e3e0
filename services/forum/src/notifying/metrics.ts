import type { Queries } from '@agora/shared/database/sql'
import { Gauge, type Registry } from 'prom-client'
import { readDigestDelay } from '../digests/store.ts'
import { readDelay } from './store.ts'

/** How far telling is behind writing, the same in every replica. A database that gives no answer leaves the last reading. */
export function measureNotifying(registry: Registry, db: Queries): void {
  new Gauge({
    name: 'forum_notifications_delay_seconds',
    help: 'How long the oldest revision that members were not told of yet has been waiting; 0 where there is none.',
    registers: [registry],
    async collect() {
      const seconds = await readDelay(db).catch(() => undefined)
      if (seconds !== undefined) this.set(Math.max(0, seconds))
    },
  })
  new Gauge({
    name: 'forum_digests_delay_seconds',
    help: 'How long the digest that is due the longest has waited to be asked for; 0 where none is due.',
    registers: [registry],
    async collect() {
      const seconds = await readDigestDelay(db).catch(() => undefined)
      if (seconds !== undefined) this.set(Math.max(0, seconds))
    },
  })
}
