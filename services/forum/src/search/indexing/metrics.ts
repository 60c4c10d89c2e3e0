import type { Queries } from '@agora/shared/database/sql'
import { Gauge, type Registry } from 'prom-client'
import { COUNTED, countDue } from './store-due.ts'

/** How far the index lags, the same in every replica. If the database does not answer, the last reading stays. */
export function measureSearchDue(registry: Registry, db: Queries): void {
  new Gauge({
    name: 'forum_search_due',
    help: `Posts and threads that are still to be indexed for searches, counted up to ${COUNTED}.`,
    registers: [registry],
    async collect() {
      const due = await countDue(db).catch(() => undefined)
      if (due !== undefined) this.set(due)
    },
  })
}
