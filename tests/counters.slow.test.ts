import { services } from '@agora/shared/contracts/services'
import { freePort } from '@agora/suite/servers/ports'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'

let suite: Suite
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  suite = await startSuite({ services, env: { gateway: { METRICS_PORT: String(metricsPort) } } })
})
afterAll(() => suite?.close())

test.each(services)(
  'every counter of %s exists from the start: a rate misses a first event',
  async (service) => {
    const own = service === 'gateway' ? `http://127.0.0.1:${metricsPort}` : suite.urls[service][0]
    const text = await (await fetch(`${own}/metrics`)).text()
    const counters = [...text.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name = '']) => name)
    expect(counters.length).toBeGreaterThan(3)
    expect(counters.filter((name) => !new RegExp(`^${name}(\\{| )`, 'm').test(text))).toEqual([])
  },
)
