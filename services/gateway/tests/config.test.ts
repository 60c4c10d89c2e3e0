import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

test('GET /config publishes the page sizes and whether there is a captcha', async () => {
  const answer = await suite.call('GET', '/config', { as: basic('nobody', 'nothing') })
  expect([answer.status, answer.body]).toEqual([
    200,
    { forum: { threads_per_page: 20, posts_per_page: 10 }, captcha: { enabled: false } },
  ])
})
