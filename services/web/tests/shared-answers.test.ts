import { freePort } from '@agora/suite/servers/ports'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, openThread } from './support.ts'

let suite: Suite
let ada: Member
let metrics: string
beforeAll(async () => {
  const port = await freePort()
  metrics = `http://127.0.0.1:${port}/metrics`
  suite = await startSuite({
    services: ['gateway', 'forum', 'web'],
    env: { gateway: { METRICS_PORT: String(port) } },
  })
  ada = await suite.member('ada')
})
afterAll(() => suite?.close())

/** How often the gateway was asked who holds a role. */
async function asked(): Promise<number> {
  const text = await (await fetch(metrics)).text()
  const counts = text.matchAll(
    /^http_request_duration_seconds_count\{[^}]*route="[^"]*\/users\/staff"[^}]*\} (\d+)/gm,
  )
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('who holds a role is asked for once a second, however many pages show it', async () => {
  const { id } = await openThread(suite, ada)
  const [guest, member] = [browserOf(suite), browserOf(suite, ada)]
  const before = await asked()
  const began = Date.now()
  for (let pages = 0; pages < 20; pages += 1)
    expect((await (pages % 2 ? guest : member).get(`/threads/${id}`)).status).toBe(200)
  const seconds = Math.ceil((Date.now() - began) / 1_000)
  const times = (await asked()) - before
  expect(times).toBeGreaterThan(0)
  expect(times).toBeLessThanOrEqual(seconds + 1)
})

test('a role that is granted shows within a second, and at once to who has granted it here', async () => {
  const administrator = await suite.administrator()
  const { id } = await openThread(suite, ada)
  const badge = async (as?: Member) =>
    /class="badge[^"]*">Moderator</.test((await browserOf(suite, as).get(`/threads/${id}`)).text)
  expect(await badge()).toBe(false)
  const path = '/sections/welcome/roles'
  await browserOf(suite, administrator).fill(path, `${path}/grant`, { name: 'ada' })
  expect(await badge(administrator)).toBe(true)
  await expect.poll(() => badge()).toBe(true)
})
