import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRegistry } from '../src/observability/metrics.ts'

test('the event loop’s utilisation does not depend on how many read it at a time', async () => {
  const registry = createRegistry('test')
  const utilisation = async () =>
    (await registry.getMetricsAsJSON()).find(({ name }) => name === 'nodejs_eventloop_utilization_ratio')!
      .values[0]!.value
  while ((await utilisation()) > 0.5) await sleep(100)
  const together = await Promise.all(Array.from({ length: 20 }, utilisation))
  // One who measured since the last of them alone would read 1.
  expect(Math.max(...together)).toBeLessThan(0.9)
})
