import { Gauge, type Registry } from 'prom-client'

/** Told at each look how long the row that has waited longest for a process has done so; what autoscalers go by. */
export function measureWaiting(registry: Registry | undefined): (waitedMs: number) => void {
  if (!registry) return () => {}
  const oldest = new Gauge({
    name: 'work_oldest_due_seconds',
    help: 'How long the oldest due row has waited for a process, the same in every replica; 0 where none is due.',
    registers: [registry],
  })
  return (waitedMs) => oldest.set(waitedMs / 1000)
}
