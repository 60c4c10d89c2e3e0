import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, loadArchive, startPages } from './support.ts'

let suite: Suite
beforeAll(async () => {
  suite = await startPages({ services: ['gateway', 'archive', 'web'] })
  await loadArchive(suite)
})
afterAll(() => suite?.close())

const account = '/archive/game_a/fr.game-a.example/users/7100001'
const creature = '/archive/game_a/fr.game-a.example/creatures/7100005'

/** The sites on which an account of game C was ever seen to have a score, as its page names them. */
async function sitesOf(path: string): Promise<string[]> {
  const { body } = await suite.call('GET', `${path}/scores/history?field=scores&limit=50`)
  const sites = body.items.flatMap(({ value }: { value: { site: { name: string } }[] }) => value)
  return [...new Set<string>(sites.map(({ site }: { site: { name: string } }) => site.name))]
}

/** An account of game C that was seen on two sites. */
async function manySidedAccount(): Promise<string> {
  for (let id = 7_100_001; id < 7_100_030; id++) {
    const path = `/archive/game_c/users/${id}`
    const { status, body } = await suite.call('GET', path)
    if (status === 200 && body.links?.length > 0 && (await sitesOf(path)).length === 2) return path
  }
  throw new Error('the sample has no such account')
}

test('an account has a page with its last state, and its history as a chart and a table', async () => {
  const { status, text } = await browserOf(suite).get(account)
  expect(status).toBe(200)
  const history = await suite.call('GET', `${account}/history?field=coins&limit=50`)
  expect(text).toContain('<svg')
  const rows = text.slice(text.indexOf('id="history"')).match(/<tr>/g) ?? []
  expect(rows).toHaveLength(history.body.items.length + 1)
  const inventory = await browserOf(suite).get(`${account}?field=inventory`)
  expect(inventory.text).toContain('History of “Inventory”')
  const item = /<option value="(\d+)">/.exec(inventory.text)?.[1]
  const one = await browserOf(suite).get(`${account}?field=inventory&part=${item}`)
  expect(one.text).toContain(`“Inventory: ${item}” over time`)
  const creatures = await browserOf(suite).get(`${account}?field=creatures`)
  expect(creatures.text).toContain('History of “Creatures”')
  expect(creatures.text).not.toContain('<svg viewBox="0 0 720')
})

test('a creature has a page, which links to its owner', async () => {
  const { status, text } = await browserOf(suite).get(creature)
  expect(status).toBe(200)
  expect(text).toMatch(/href="\/archive\/game_a\/fr\.game-a\.example\/users\/\d+"/)
  expect((await browserOf(suite).get(`${creature}?field=level`)).text).toContain('History of “Level”')
})

test('an account of game C has a page with its scores over time, and one for its achievements on each site', async () => {
  const guest = browserOf(suite)
  const path = await manySidedAccount()
  const { status, text } = await guest.get(path)
  expect(status).toBe(200)
  const [first, last] = await sitesOf(path)
  expect(text).toContain(`aria-label="“Scores: ${first}” over time`)
  expect((await guest.get(`${path}?field=scores&part=${last}`)).text).toContain(`“Scores: ${last}” over time`)
  expect((await guest.get(`${path}?field=links`)).text).toContain('History of “Accounts on sites”')

  const account = (await suite.call('GET', path)).body
  for (const { site } of account.links) {
    const page = await guest.get(`${path}/rewards/${site.id}`)
    expect([page.status, text.includes(`href="${path}/rewards/${site.id}"`)]).toEqual([200, true])
    const { stats } = (await suite.call('GET', `${path}/rewards/${site.id}`)).body
    for (const { stat_key } of stats) expect(page.text).toContain(stat_key.replaceAll('_', ' '))
  }
  for (const nobody of ['/archive/game_c/users/1', `${path}/rewards/999`, `${path}/rewards/x`])
    expect((await guest.get(nobody)).status).toBe(404)
  const found = await guest.get(`/archive?place=game_c%2Fusers&id=${path.split('/').at(-1)}`)
  expect(found.location).toBe(`${suite.url}${path}`)
})

test('records are found by their id in the game', async () => {
  const guest = browserOf(suite)
  const found = await guest.get('/archive?place=game_a%2Ffr.game-a.example%2Fusers&id=7100001')
  expect(found.location).toBe(`${suite.url}${account}`)
  const wrong = await guest.get('/archive?place=game_a%2Ffr.game-a.example%2Fusers&id=x')
  expect([wrong.status, wrong.text.includes('id="id-problem"')]).toEqual([422, true])
  expect((await guest.get('/archive?place=elsewhere&id=1')).status).toBe(200)
  for (const path of ['/archive/game_a/fr.game-a.example/users/1', '/archive/game_a/nowhere/users/7100001'])
    expect((await guest.get(path)).status).toBe(404)
})

/** The pages of the archive that a page leads to, with their fields' histories left out. */
const archiveLinks = (text: string): string[] =>
  [...text.matchAll(/href="(\/archive[/?][^"#]*)/g)]
    .map(([, path = '']) => path.replaceAll('&amp;', '&'))
    .filter((path) => !/[?&]field=/.test(path))

test('every link of the sample leads somewhere: the lists to each record, and records to each other', async () => {
  const guest = browserOf(suite)
  const waiting = ['/archive']
  const seen = new Set(waiting)
  const broken: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { status, text } = await guest.get(path)
    if (status !== 200) broken.push(`${status} ${path}`)
    for (const link of archiveLinks(text)) {
      if (!seen.has(link)) waiting.push(link)
      seen.add(link)
    }
  }
  expect(broken).toEqual([])
  const { items } = (await suite.call('GET', '/archive/records?limit=100')).body
  expect(items.length).toBeGreaterThan(50)
  for (const { type, id, server } of items) {
    const page = new RegExp(`^/archive/game_${type[4].toLowerCase()}/.*(users|creatures)/${id}$`)
    expect([...seen].filter((path) => page.test(path) && path.includes(server ?? '/'))).not.toEqual([])
  }
  expect([...seen].filter((path) => path.includes('/creatures/')).length).toBeGreaterThan(10)
})

test('an account or a creature is found by the beginning of its name, in all of the archive or in a list of it', async () => {
  const guest = browserOf(suite)
  const { items } = (await suite.call('GET', '/archive/records?type=GameACreature&limit=100')).body
  const { name, id, server } = items.find((item: { name: string | null }) => item.name?.startsWith('Cléo'))
  const page = `/archive/game_a/${server}/creatures/${id}`
  const typed = encodeURIComponent(name.toUpperCase().replace('É', 'e'))
  const place = encodeURIComponent(`game_a/${server}/creatures`)
  for (const query of [`name=${typed}`, `name=${typed}&place=${place}`]) {
    const { status, text } = await guest.get(`/archive?${query}`)
    expect([status, text.includes(`href="${page}"`)]).toEqual([200, true])
  }
  const elsewhere = await guest.get(`/archive?name=${typed}&place=game_c%2Fusers`)
  expect(elsewhere.text).not.toContain(`href="${page}"`)
  const nothing = await guest.get('/archive?name=Nobody%20has%20this')
  expect([nothing.status, nothing.text.includes('Nothing in the archive has such a name.')]).toEqual([
    200,
    true,
  ])
})
