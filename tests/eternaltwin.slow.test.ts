import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { startMoving } from '@agora/suite/moving'
import { programOf } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { Browser } from '@agora/testing/page-browser'
import { bearer, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createEternaltwin,
  ETERNALTWIN_SECRET,
  eternaltwinCheckout,
  eternaltwinSchemas,
} from './support/eternaltwin.ts'
import { fillArchive } from './support/eternaltwin-archive.ts'
import { eternaltwinLibrary } from './support/eternaltwin-library.ts'
import { CLIENT_SECRET, fillEternaltwin, PASSWORD } from './support/eternaltwin-rows.ts'

/** The day after an Eternaltwin has moved: its games sign their members in, and read its archive. */

const games = {
  game_a: { servers: ['dinoparc.com', 'en.dinoparc.com', 'sp.dinoparc.com'] },
  game_b: { servers: ['hammerfest.fr', 'hfest.net', 'hammerfest.es'] },
}
const CALLBACK = 'https://game.example/oauth/callback'
const folder = temporaryFolder('eternaltwin')
afterAll(() => folder.remove())

describe.each(eternaltwinSchemas)('an Eternaltwin on %s', (_, scripts) => {
  const isHere = scripts !== ''
  const test = it.skipIf(!isHere)
  let suite: Suite
  let source: Awaited<ReturnType<typeof createEternaltwin>>
  let archived: string
  beforeAll(async () => {
    if (!isHere) return
    suite = await startSuite({ services: ['gateway', 'forum', 'archive', 'web'], config: { games } })
    source = await createEternaltwin(scripts)
    await fillEternaltwin(source.client, { accounts: 10, posts: 100 })
    await fillArchive(source.client)
    await importForum()
    archived = await importArchive()
  })
  afterAll(async () => {
    await suite?.close()
    await source?.drop()
  })

  const environment = () => ({ PATH: process.env.PATH, AGORA_CONFIG: suite.config })
  const words = () => ['--from', 'eternaltwin', '--source', source.url]

  async function importForum(): Promise<void> {
    const child = startMoving({
      command: 'import',
      words: [...words(), '--report', path.join(folder.path, 'report')],
      databaseUrls: suite.database.urls,
      env: { ...environment(), HELD_NAMES_KEY: suite.secrets.heldNamesKey, ETERNALTWIN_SECRET },
      stdio: 'pipe',
    })
    child.stdin?.end()
    child.stdout?.resume()
    child.stderr?.resume()
    expect(await once(child, 'close')).toEqual([0, null])
  }

  async function importArchive(): Promise<string> {
    const child = spawn(process.execPath, [programOf('archive', 'import'), ...words()], {
      env: { ...environment(), DATABASE_URL: suite.database.urls.archive },
      cwd: folder.path,
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    const [status] = await once(child, 'close')
    expect([status, said]).toEqual([0, expect.any(String)])
    return said
  }

  const record = async (place: string) => (await suite.call('GET', `/archive/${place}`)).body

  /** Somebody signs in with the old password, and allows what the game asks; returns the code that it gets. */
  async function codeFor(asked: URL, login: string): Promise<string> {
    const browser = new Browser(suite.url)
    expect((await browser.submit('/sign-in', { login, password: PASSWORD })).status).toBe(303)
    const request = await browser.get(asked.pathname + asked.search)
    const consent = await browser.submit(request.location ?? '', { decision: 'allow' })
    const back = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(consent.text)?.[1] ?? ''
    const answer = new URL((await browser.get(back)).location ?? '').searchParams
    expect(answer.get('state')).toBe('s')
    return answer.get('code') ?? ''
  }

  const checkout = eternaltwinCheckout ?? ''
  const libraryName =
    checkout === ''
      ? 'its own client library: skipped, AGORA_ETERNALTWIN names no checkout'
      : 'its own client library, unmodified, signs a member in with the old password'
  it.skipIf(!isHere || checkout === '')(libraryName, async ({ skip }) => {
    const library = await eternaltwinLibrary(checkout, folder.path)
    if (!library) return skip('what it imports cannot be had from the registry')
    const { RfcOauthClient, HttpEtwinClient } = library
    const client = new RfcOauthClient({
      authorizationEndpoint: new URL('/oauth/authorize', suite.url),
      tokenEndpoint: new URL('/oauth/token', suite.url),
      callbackEndpoint: new URL(CALLBACK),
      clientId: 'game@clients',
      clientSecret: CLIENT_SECRET,
    })
    const code = await codeFor(client.getAuthorizationUri('', 's'), 'member_8')
    const { accessToken } = await client.getAccessToken(code)
    const api = new HttpEtwinClient(new URL(suite.url))
    const { user } = await api.getAuthSelf(accessToken)
    expect(user.displayName.current.value).toBe('Member 8')
    expect(await api.getUserById(accessToken, user.id)).toMatchObject({ id: user.id })
    expect(
      (await suite.call('GET', '/archive/game_a/dinoparc.com/users/1', bearer(accessToken))).body,
    ).toMatchObject({ username: 'dino1' })
  })

  test('a library that knows no PKCE and sends JSON signs a member in with the old password', async () => {
    const asked = new URL('/oauth/authorize', suite.url)
    asked.search = new URLSearchParams({
      access_type: 'offline',
      response_type: 'code',
      client_id: 'game@clients',
      redirect_uri: CALLBACK,
      scope: '',
      state: 's',
    }).toString()
    const token = await fetch(`${suite.url}/oauth/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`game@clients:${CLIENT_SECRET}`).toString('base64')}`,
      },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        code: await codeFor(asked, 'member_7'),
        redirect_uri: CALLBACK,
        client_id: 'game@clients',
        client_secret: CLIENT_SECRET,
      }),
    })
    expect(token.status).toBe(200)
    const { access_token, token_type } = (await token.json()) as { access_token: string; token_type: string }
    expect(token_type).toBe('Bearer')
    const self = await suite.call('GET', '/auth/self', bearer(access_token))
    expect(self.body).toMatchObject({
      type: 'AccessToken',
      client: { key: 'game@clients' },
      user: { display_name: { current: { value: 'Member 7' } } },
    })
  })

  test('the archive’s records are those of the old one, with their periods', async () => {
    const user = await record('game_a/dinoparc.com/users/1')
    expect(user).toMatchObject({
      type: 'GameAUser',
      username: 'dino1',
      coins: {
        latest: {
          period: { start: '2021-03-03T12:00:00.000Z', end: null },
          retrieved: { latest: '2021-03-04T12:00:00.000Z' },
          value: 150,
        },
      },
      inventory: { latest: { value: { 4: 12, 7: 1 } } },
      collection: { latest: { value: { rewards: ['3', '11'], epic_rewards: ['demon'] } } },
      creatures: { latest: { value: [{ type: 'GameACreature', server: 'dinoparc.com', id: '501' }] } },
    })
    const { items } = await record('game_a/dinoparc.com/users/1/history?field=coins')
    expect(items).toMatchObject([
      { value: 150 },
      { value: 100, period: { start: '2021-03-01T12:00:00.000Z', end: '2021-03-03T12:00:00.000Z' } },
    ])
    expect(await record('game_a/dinoparc.com/creatures/501')).toMatchObject({
      name: { latest: { value: null } },
      owner: { latest: { value: { type: 'GameAUser', id: '1', username: 'dino1' } } },
      location: { latest: { value: '5' } },
      race: { latest: { value: 'Cargou' } },
      skin: { latest: { value: 'skin' } },
      life: { latest: { value: 80 } },
      level: { latest: { value: 9 } },
      experience: { latest: { value: 40 } },
      danger: { latest: { value: -3 } },
      in_tournament: { latest: { value: false } },
      elements: { latest: { value: { fire: 1, earth: 2, water: 3, thunder: 4, air: 5 } } },
      skills: { latest: { value: { Dexterity: 2 } } },
    })
    expect(await record('game_b/hammerfest.fr/users/1')).toMatchObject({
      username: 'ice1',
      profile: {
        latest: {
          value: {
            best_score: 1234,
            best_level: 21,
            game_completed: true,
            items: ['0', '12'],
            quests: { 3: 'Pending' },
          },
        },
      },
    })
    expect(await record('game_c/users/1')).toMatchObject({ display_name: 'Twin 1' })
    expect(archived).toContain('1 numbers of tokens at Hammerfest were not taken')
  })

  test('a record says whose account it is, and whose it was', async () => {
    const svc = async () => (await record('game_a/dinoparc.com/users/1')).svc
    await expect
      .poll(svc)
      .toMatchObject({ current: { user: { display_name: { current: { value: 'Member 1' } } } } })
    const was = (await record('game_a/dinoparc.com/users/17')).svc
    expect(was).toMatchObject({ current: null, old: [{ link: { time: '2021-01-21T12:00:00.000Z' } }] })
  })

  test('a second import of the archive changes nothing', async () => {
    const before = await record('game_a/dinoparc.com/users/1')
    await importArchive()
    expect(await record('game_a/dinoparc.com/users/1')).toEqual(before)
  })
})
