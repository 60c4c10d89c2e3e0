import { afterAll, beforeAll, test } from 'vitest'
import { besiege, kindsAt, type Site, startSite } from './support/door/slow-callers.ts'

let site: Site
beforeAll(async () => {
  // As it is deployed; the short test goes without.
  site = await startSite({ guestCacheMs: 1_000, listeners: 40 })
})
afterAll(() => site?.suite.close())

const siege = { each: 400, attackMs: 120_000, settleMs: 20_000, boundMs: 2_000 }

const sieges = [
  ['who do not read pages of 26 MB', 'who upload slowly to the forum', 'who send headers slowly'],
  [
    'who do not read pages of a mebibyte',
    'who do not read pages of 200 kB',
    'who upload slowly to the gateway',
  ],
  [
    'who do not read several pages of 26 MB in a row',
    'who slowly read several pages of 200 kB in a row',
    'who do not read several files of the gateway in a row',
    'who do not read their notifications',
    'who hold back the end of a mebibyte',
  ],
] as const

test.each(sieges.map((names) => [names.join(' and '), names] as const))(
  'from 20 s on others are served within 2 s each, whatever 400 callers each do %s',
  { timeout: 300_000 },
  (_, names) => {
    const kinds = kindsAt(site)
    return besiege(
      site,
      names.map((name) => kinds[name]),
      siege,
    )
  },
)
