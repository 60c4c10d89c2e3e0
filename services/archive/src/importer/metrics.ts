import type { Queries } from '@agora/shared/database/sql'
import { Gauge, type Registry } from 'prom-client'
import { readTotal } from './store-progress.ts'

/**
 * What imports have stored and rejected so far, read at each scrape, since imports are commands that nothing scrapes.
 * The same in every replica. If the database does not answer, the last reading stays.
 */
export function measureImports(registry: Registry, db: Queries): void {
  new Gauge({
    name: 'archive_imported_lines',
    help: 'Lines that imports have read so far, by what became of them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
    async collect() {
      const total = await readTotal(db).catch(() => undefined)
      if (!total) return
      this.set({ outcome: 'stored' }, total.stored)
      this.set({ outcome: 'rejected' }, total.rejected)
    },
  })
}
