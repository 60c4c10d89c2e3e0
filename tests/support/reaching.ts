import type { ServiceName } from '@agora/shared/contracts/services'
import type { Suite } from '@agora/testing/suite'
import { expect } from 'vitest'

/** Waits until every process that uses the store reports it as available. */
export async function allReach(
  suite: Suite,
  store: 'redis' | 'nats',
  patience: { timeout: number; interval: number },
): Promise<void> {
  const users: ServiceName[] = ['forum', 'apps', 'mail-jobs']
  for (const url of users.flatMap((service) => suite.urls[service]))
    await expect
      .poll(async () => (await suite.call('GET', `${url}/metrics`)).text, patience)
      .toMatch(new RegExp(`^agora_store_up\\{store="${store}".*\\} 1$`, 'm'))
}
