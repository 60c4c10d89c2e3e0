import { type Browser, fieldsOf } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, openThread, startPages } from './support.ts'

/** More than two pages of the API's listing. */
const configured = Array.from({ length: 205 }, (_, index) => ({
  key: index === 0 ? 'welcome' : `room_${index}`,
  display_name: `Room ${index}`,
  order: index,
}))

/** No games, and none of their servers in the archive: the front page begins with its sections. */
const games = { game_a: { servers: [] }, game_b: { servers: [] } }

let suite: Suite
let administrator: Member
let moderator: Member
let owner: Browser
let last: string
beforeAll(async () => {
  suite = await startPages({ config: { sections: configured, apps: [], games } })
  administrator = await suite.administrator()
  moderator = await suite.member('moderator')
  owner = browserOf(suite, administrator)
  const body = { display_name: 'The last room', order: 1_000 }
  last = (await suite.call('PUT', '/forum/sections/last_room', { as: administrator, body })).body.id
  const roles = '/sections/last_room/roles'
  expect((await owner.fill(roles, `${roles}/grant`, { name: 'moderator' })).status).toBe(303)
})
afterAll(() => suite?.close())

test('the front page and the search offer every section, in the forum’s order', async () => {
  const guest = browserOf(suite)
  const keys = [...configured.map(({ key }) => key), 'last_room']
  const listed = [...(await guest.get('/')).text.matchAll(/<h3><a href="\/sections\/(\w+)">/g)]
  expect(listed.map(([, key]) => key)).toEqual(keys)
  const { text } = await guest.get('/search')
  const [select = ''] = /<select[^>]* name="section"[\s\S]*?<\/select>/.exec(text) ?? []
  expect([...select.matchAll(/<option value="(\w+)"/g)].map(([, key]) => key)).toEqual(keys)
  // Made once for all guests until a section changes.
  expect((await guest.get('/search')).text).toBe(text)
})

test('a moderator of the last section moderates it', async () => {
  const browser = browserOf(suite, moderator)
  const queue = await browser.get('/moderation')
  expect([queue.status, queue.text.includes(`<option value="${last}"`)]).toEqual([200, true])
})

test('threads are moved to the last section', async () => {
  const { id } = await openThread(suite, administrator)
  const path = `/threads/${id}/moderate`
  expect((await owner.get(path)).text).toContain(`<option value="${last}"`)
})

test('the last section is changed in the administration, and others are put below it', async () => {
  const path = '/administration/sections/last_room'
  expect((await owner.get('/administration/sections')).text).toContain(`href="${path}"`)
  expect((await owner.fill(path, path, { section_name: 'The very last room' })).status).toBe(303)
  expect((await suite.call('GET', '/forum/sections/last_room')).body.display_name).toBe('The very last room')
  const add = '/administration/sections/new'
  const form = await owner.get(add)
  expect(form.text).toContain('<option value="last_room"')
  const taken = await owner.post(add, {
    ...fieldsOf(form.text, add),
    key: 'last_room',
    section_name: 'Another',
  })
  expect(taken.status).toBe(409)
})

test('the sitemap has every section and its threads, each file for one request to the API', async () => {
  const keys = configured.slice(0, 101).map(({ key }) => key)
  for (const key of keys) await openThread(suite, administrator, { section: key })
  const guest = browserOf(suite)
  const listed = async (path: string) => {
    const before = await forumRequests()
    const { text } = await guest.get(path)
    expect(await forumRequests()).toBe(before + 1)
    return [...text.matchAll(/<loc>[^<]*?(\/[^<]*)<\/loc>/g)].map(
      ([, url = '']) => new URL(url, suite.url).pathname,
    )
  }
  expect(await listed('/sitemap-sections.xml')).toHaveLength(207)
  const files = await listed('/sitemap.xml')
  expect(files).toEqual(['/sitemap-sections.xml', ...keys.map((key) => `/sections/${key}/sitemap.xml`)])
  expect(await listed('/sections/room_100/sitemap.xml')).toHaveLength(1)
})

/** How many requests the forum has answered, but for those of the site's texts, which are looked up now and then. */
async function forumRequests(): Promise<number> {
  const text = await (await fetch(`${suite.urls.forum[0]}/metrics`)).text()
  const counts = text.matchAll(/^http_request_duration_seconds_count\{(?![^}]*texts)[^}]*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('what stands alone and what is below another stand on the front page in their order', async () => {
  const body = { display_name: 'A closet', parent: 'room_150' }
  expect((await suite.call('PUT', '/forum/sections/closet', { as: administrator, body })).status).toBe(200)
  const { text } = await browserOf(suite).get('/')
  const headings = [...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading = '']) =>
    heading.replaceAll(/<[^>]*>/g, ''),
  )
  expect(headings.slice(0, 3)).toEqual(['Sections', 'Room 150', 'More'])
  const listed = [...text.matchAll(/<h3><a href="\/sections\/(\w+)">/g)].map(([, key]) => key)
  expect(listed.slice(149, 152)).toEqual(['room_149', 'closet', 'room_151'])
})
