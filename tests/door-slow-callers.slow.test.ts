import { afterAll, beforeAll, test } from 'vitest'
import { besiege, kindsAt, type Site, startSite } from './support/door/slow-callers.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ listeners: 10 })
})
afterAll(() => site?.suite.close())

/** Bounds for a machine under load; the long test checks the promised ones. */
const siege = { each: 100, attackMs: 12_000, settleMs: 2_000, boundMs: 20_000 }

test('callers who do not read, upload slowly and send headers slowly, a hundred of each, keep nobody from being served', () =>
  besiege(site, Object.values(kindsAt(site)), siege))
