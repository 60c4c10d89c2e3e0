import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/**
 * What imports have stored and rejected so far, read at each scrape, since imports are commands that nothing scrapes.
 * The same in every replica. If the database does not answer, the last reading stays.
 */
export function measureImports(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: 'archive_imported_lines',
    help: 'Lines that imports have read so far, by what became of them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
    async collect() {
      const { rows } = await pool
        .query<{ stored: number; rejected: number }>({
          name: 'import-total',
          text: 'SELECT coalesce(max(stored), 0) AS stored, coalesce(max(rejected), 0) AS rejected FROM import_total',
        })
        .catch(() => ({ rows: [] }))
      for (const { stored, rejected } of rows) {
        this.set({ outcome: 'stored' }, stored)
        this.set({ outcome: 'rejected' }, rejected)
      }
    },
  })
}
