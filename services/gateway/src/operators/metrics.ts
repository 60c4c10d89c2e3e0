import type { Queries } from '@agora/shared/database/sql'
import { Gauge, type Registry } from 'prom-client'
import { readBackupAge } from './store.ts'

/** The same in every replica. If the database does not answer, the last reading stays. */
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
