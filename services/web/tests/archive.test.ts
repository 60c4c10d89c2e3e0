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

test('an account has a page with what it last was, and its history as a chart and a table', async () => {
  const { status, text } = await browserOf(suite).get(account)
  expect(status).toBe(200)
  const history = await suite.call('GET', `${account}/history?field=coins&limit=50`)
  expect(text).toContain('<svg')
  const rows = text.slice(text.indexOf('id="history"')).match(/<tr>/g) ?? []
  expect(rows).toHaveLength(history.body.items.length + 1)
  const inventory = await browserOf(suite).get(`${account}?field=inventory`)
  expect(inventory.text).toContain('History of “Inventory”')
  expect(inventory.text).not.toContain('<svg viewBox="0 0 720')
})

test('a creature has a page, which leads to its owner', async () => {
  const { status, text } = await browserOf(suite).get(creature)
  expect(status).toBe(200)
  expect(text).toMatch(/href="\/archive\/game_a\/fr\.game-a\.example\/users\/\d+"/)
  expect((await browserOf(suite).get(`${creature}?field=level`)).text).toContain('History of “Level”')
})

test('what is looked up is found by its number in the game', async () => {
  const guest = browserOf(suite)
  const found = await guest.get('/archive?place=game_a%2Ffr.game-a.example%2Fusers&id=7100001')
  expect(found.location).toBe(`${suite.url}${account}`)
  const wrong = await guest.get('/archive?place=game_a%2Ffr.game-a.example%2Fusers&id=x')
  expect([wrong.status, wrong.text.includes('id="id-problem"')]).toEqual([422, true])
  expect((await guest.get('/archive?place=elsewhere&id=1')).status).toBe(200)
  for (const path of ['/archive/game_a/fr.game-a.example/users/1', '/archive/game_a/nowhere/users/7100001'])
    expect((await guest.get(path)).status).toBe(404)
})
