import { Gauge, type Registry } from 'prom-client'

/** Called at each poll with the longest time that a row has waited for a process; autoscalers use it. */
export function measureWaiting(registry: Registry | undefined): (waitedMs: number) => void {
  if (!registry) return () => {}
  const oldest = new Gauge({
    name: 'work_oldest_due_seconds',
    help: 'How long the oldest due row has waited for a process, the same in every replica; 0 where none is due.',
    registers: [registry],
  })
  return (waitedMs) => oldest.set(waitedMs / 1000)
}
