import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, openThread } from './support.ts'

let suite: Suite
let ada: Member
beforeAll(async () => {
  suite = await sharedSite()
  // Who gets a role has a name that nobody else of the site may have.
  ada = await suite.member('ada', { displayName: 'Ada of the staff' })
})
afterAll(() => suite?.close())

/** How often a gateway was asked who holds a role. */
const asked = (): number =>
  suite.processes.gateway.flatMap((gateway) => gateway.log().match(/"route":"[^"]*\/users\/staff"/g) ?? [])
    .length

test('who holds a role is asked for once a second, however many pages show it', async () => {
  const { id } = await openThread(suite, ada)
  const [guest, member] = [browserOf(suite), browserOf(suite, ada)]
  const before = asked()
  const began = Date.now()
  for (let pages = 0; pages < 20 || asked() === before; pages += 1)
    expect((await (pages % 2 ? guest : member).get(`/threads/${id}`)).status).toBe(200)
  const seconds = Math.ceil((Date.now() - began) / 1_000)
  expect(asked() - before).toBeLessThanOrEqual(seconds + 1)
})

test('a role that is granted shows within a second, and at once to who has granted it here', async () => {
  const administrator = await suite.administrator()
  const section = 'staffed'
  await suite.call('PUT', `/forum/sections/${section}`, {
    as: administrator,
    body: { display_name: section },
  })
  const { id } = await openThread(suite, ada, { section })
  const badge = async (as?: Member) =>
    /class="badge[^"]*">Moderator</.test((await browserOf(suite, as).get(`/threads/${id}`)).text)
  expect(await badge()).toBe(false)
  const path = `/sections/${section}/roles`
  await browserOf(suite, administrator).fill(path, `${path}/grant`, { name: ada.username })
  expect(await badge(administrator)).toBe(true)
  await expect.poll(() => badge()).toBe(true)
})
