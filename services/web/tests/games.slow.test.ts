import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '@agora/suite/temporary'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, startPages, unchangedPages } from './support.ts'

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
const folder = temporaryFolder('covers')
writeFileSync(path.join(folder.path, 'box_kingdom.svg'), picture)
writeFileSync(path.join(folder.path, 'other.svg'), picture)

const channel = (over: object = {}) => ({
  key: 'main',
  base_uri: 'https://play.example/',
  home_uri: 'https://play.example/home',
  ...over,
})
const apps = [
  { key: 'forum', kind: 'Platform', display_name: 'The <Forum>', channels: [channel()] },
  {
    key: 'kingdom',
    kind: 'Game',
    display_name: 'Kingdom',
    description: 'Build <b>walls</b>.',
    description_i18n: { 'fr-FR': 'Bâtissez des murs.' },
    cover_image: 'box_kingdom',
    channels: [channel({ home_uri: 'https://kingdom.example/?a=1&b=2', status: 'Beta', rating: 'Teen' })],
  },
  { key: 'secret', kind: 'Game', display_name: 'Hidden', channels: [channel({ visibility: 'Private' })] },
]

let suite: Suite
beforeAll(async () => {
  suite = await startPages({
    services: ['gateway', 'forum', 'apps', 'web'],
    config: { apps, site: { theme: { covers: folder.path } } },
  })
})
afterAll(async () => {
  await suite?.close()
  folder.remove()
})

const cardsOf = (text: string): string[] => text.split('<li class="game">').slice(1)
/** Whatever a browser loads for a page. */
const loaded = (text: string) => [...text.matchAll(/(?:src|<link[^>]*href)="([^"]*)"/g)].map(([, url]) => url)

test('the games page shows everybody the public applications, games first: what each is, and where to play', async () => {
  const administrator = await suite.administrator()
  for (const browser of [browserOf(suite), browserOf(suite, administrator)]) {
    const { status, text } = await browser.get('/games')
    expect(status).toBe(200)
    const [kingdom = '', forum = '', ...others] = cardsOf(text)
    expect(others).toEqual([])
    expect(text).not.toContain('Hidden')
    expect(kingdom).toContain('Build &lt;b&gt;walls&lt;/b&gt;.')
    expect(kingdom).toContain('href="https://kingdom.example/?a=1&amp;b=2"')
    for (const said of ['Game', 'Beta', 'For teenagers and adults', 'Play Kingdom'])
      expect(kingdom).toContain(said)
    expect(forum).toContain('The &lt;Forum&gt;')
  }
  const french = await browserOf(suite, undefined, { 'accept-language': 'fr' }).get('/games')
  expect(french.text).toContain('Bâtissez des murs.')
  expect(french.text).toContain('Jouer à Kingdom')
})

test('covers are the site’s own pictures, by their names; who has none gets a drawn one in its colour', async () => {
  const guest = browserOf(suite)
  const administrator = await suite.administrator()
  const { items } = (await suite.call('GET', '/apps')).body
  const { id } = items.find(({ key }: { key: string }) => key === 'forum')
  const body = {
    channels: [
      { key: 'main', cover_color: '#336699', cover_image: { type: 'Asset', name: 'box_that_is_nowhere' } },
    ],
  }
  expect((await suite.call('PATCH', `/apps/${id}`, { as: administrator, body })).status).toBe(200)
  const { text } = await guest.get('/games')
  const [kingdom = '', forum = ''] = cardsOf(text)
  const cover = await guest.get(/<img class="cover" src="([^"]*)"/.exec(kingdom)?.[1] ?? '')
  expect([cover.headers.get('content-type'), cover.text]).toEqual(['image/svg+xml', picture])
  expect(forum).toMatch(/<svg class="cover"[^>]*>\s*<rect[^>]*fill="#336699"/)
  expect(loaded(text).filter((url) => !url?.startsWith('/'))).toEqual([])
})

test('the front page has them in a row before its sections, keeps a guest’s page while nothing changes, and follows what does', async () => {
  const guest = browserOf(suite)
  const member = browserOf(suite, await suite.member('row_reader'))
  await expect.poll(async () => (await guest.get('/')).text, { timeout: 30_000 }).toContain('Kingdom')
  for (const browser of [guest, member]) {
    const { text } = await browser.get('/')
    expect(text).toContain('Play Kingdom')
    expect(text.indexOf('Play Kingdom')).toBeLessThan(text.indexOf('<ul class="rows">'))
    expect(text).toContain('<a href="/games">')
    expect(text).toContain('<a href="/archive">The archive of games</a>')
    expect(text).not.toContain('Hidden')
  }
  const before = await unchangedPages(suite)
  await guest.get('/')
  expect(await unchangedPages(suite)).toBe(before + 1)

  const administrator = await suite.administrator()
  const { items } = (await suite.call('GET', '/apps')).body
  const { id } = items.find(({ key }: { key: string }) => key === 'kingdom')
  const body = { channels: [{ key: 'main', description: 'Tear down towers.' }] }
  expect((await suite.call('PATCH', `/apps/${id}`, { as: administrator, body })).status).toBe(200)
  await expect
    .poll(async () => (await guest.get('/')).text, { timeout: 30_000 })
    .toContain('Tear down towers.')
})

test('the front page stands while the registry is away', async () => {
  const alone = await startPages()
  try {
    const { status, text } = await browserOf(alone).get('/')
    expect([status, cardsOf(text).length]).toEqual([200, 1])
  } finally {
    await alone.close()
  }
})
