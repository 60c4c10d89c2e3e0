import type { Queries } from '@agora/shared/database/sql'
import { Gauge, type Registry } from 'prom-client'
import { readBackupAge } from './store.ts'

/** The same in every replica. A database that gives no answer leaves the last reading. */
export function measureBackups(registry: Registry, db: Queries): void {
  new Gauge({
    name: 'agora_backup_age_seconds',
    help: 'Age of the newest backup; of the installation where there is none.',
    registers: [registry],
    async collect() {
      const age = await readBackupAge(db).catch(() => undefined)
      if (age !== undefined) this.set(age)
    },
  })
}
