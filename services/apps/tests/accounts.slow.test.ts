import { newId } from '@agora/shared/contracts/ids'
import {
  type Answer,
  basic,
  bearer,
  type Caller,
  type Member,
  type Suite,
  startSuite,
} from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Client,
  obtainTokens,
  post,
  registerClient,
  signedIn,
} from '../../gateway/tests/oauth/client.ts'
import { app, channel, outcome, PATIENT, refused, TIMESTAMP } from './support.ts'

const shown = channel('main', { user_uri: 'https://game.example/users/{user_id}/page' })
let suite: Suite
let administrator: Member
let game: Client
let rival: Client
const apps: Record<string, string> = {}

beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum', 'apps', 'web'],
    replicas: { apps: 2 },
    config: {
      captcha: { enabled: false },
      apps: [
        app('game', { client: 'game@clients', channels: [shown] }),
        app('other', { client: 'game@clients' }),
        app('rival', { client: 'rival@clients' }),
        app('closed', { client: 'game@clients', channels: [channel('main', { visibility: 'Private' })] }),
        app('unnamed'),
        app('public', { client: 'public@clients' }),
      ],
    },
  })
  administrator = await suite.administrator()
  game = await registerClient(suite, 'game')
  rival = await registerClient(suite, 'rival')
  for (const { id, key } of (await suite.call('GET', '/apps', { as: administrator })).body.items)
    apps[key] = id
})
afterAll(() => suite?.close())

const as = ({ key, secret }: Client) => basic(key, secret)
const member = async (name: string, grantsTo: Client[] = [game]): Promise<Member> => {
  const made = await suite.member(name)
  const browser = await signedIn(suite.url, made.username, made.password)
  for (const client of grantsTo) await obtainTokens(suite, browser, client, 'base')
  return made
}
const link = (user: { id: string }, body: object, by: Caller = as(game), to = apps.game) =>
  suite.call('PUT', `/apps/${to}/accounts/${user.id}`, { as: by, body })
const unlink = (user: { id: string }, by: Caller, from = apps.game) =>
  suite.call('DELETE', `/apps/${from}/accounts/${user.id}`, { as: by })
const show = (user: { id: string }, visibility: string, by: Caller, of = apps.game) =>
  suite.call('PATCH', `/users/${user.id}/accounts/${of}`, { as: by, body: { visibility } })
const list = async (user: { id: string }, by?: Caller, query = ''): Promise<Answer> =>
  suite.call('GET', `/users/${user.id}/accounts${query}`, by ? { as: by } : {})
const keysOf = ({ body }: Answer) => body.items.map((item: { app: { key: string } }) => item.app.key)

describe('a game’s server', () => {
  it('links a member who uses it, and everybody reads it', async () => {
    const ada = await member('ada')
    const linked = await link(ada, { id: 'a/b c', display_name: 'Ada of the game' })
    expect(outcome(linked)).toEqual([
      200,
      {
        type: 'AppAccount',
        app: { type: 'App', id: apps.game, key: 'game', display_name: 'The game' },
        id: 'a/b c',
        display_name: 'Ada of the game',
        uri: 'https://game.example/users/a%2Fb%20c/page',
        linked_at: expect.stringMatching(TIMESTAMP),
      },
    ])
    expect(outcome(await list(ada))).toEqual([200, { offset: 0, limit: 20, count: 1, items: [linked.body] }])
    expect((await list(ada, ada)).body.items).toEqual([{ ...linked.body, visibility: 'Public' }])

    const again = await link(ada, { id: 'a/b c', display_name: 'Countess' })
    expect(again.body).toEqual({ ...linked.body, display_name: 'Countess' })
    expect((await link(ada, { id: 'a/b c' })).body).toEqual(again.body)
    expect((await link(ada, { id: '7' }, as(game), apps.other)).body).toMatchObject({
      uri: null,
      display_name: null,
    })
    expect(keysOf(await list(ada))).toEqual(['other', 'game'])
    expect(keysOf(await list(ada, undefined, '?limit=1&offset=1'))).toEqual(['game'])
  })

  it('links by a token of its own as well', async () => {
    const user = await member('by_token')
    const { body } = await post(suite, game, { grant_type: 'client_credentials' })
    expect((await link(user, { id: 'token' }, bearer(body.access_token))).status).toBe(200)
  })

  it('cannot link who does not use it, any more, or is nobody', async () => {
    const never = await suite.member('never')
    expect(outcome(await link(never, { id: '1' }))).toEqual(refused(403, 'forbidden'))
    const once = await member('once')
    const { id } = (await suite.call('GET', `/users/${once.id}/grants`, { as: once })).body.items[0].client
    await suite.call('DELETE', `/users/${once.id}/grants/${id}`, { as: once })
    expect(outcome(await link(once, { id: '1' }))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await link({ id: newId() }, { id: '1' }))).toEqual(refused(404, 'user not found'))
    expect(outcome(await link({ id: 'nobody' }, { id: '1' }))).toEqual(refused(404, 'user not found'))
    expect(outcome(await link(never, { id: '1' }, as(game), newId()))).toEqual(refused(404, 'app not found'))
  })

  it('links one account to one member, one member to one account', async () => {
    const [one, two] = [await member('first_one'), await member('second_one')]
    expect((await link(one, { id: 'same' })).status).toBe(200)
    const taken = refused(409, 'account is already linked')
    expect(outcome(await link(two, { id: 'same' }))).toEqual(taken)
    expect(outcome(await link(one, { id: 'another' }))).toEqual(taken)
    expect(outcome(await unlink(one, as(game)))).toEqual([200, {}])
    expect(outcome(await unlink(one, as(game)))).toEqual(refused(404, 'account not found'))
    expect((await link(two, { id: 'same' })).status).toBe(200)
  })

  it('links once, whoever else comes at the same moment', async () => {
    const users: Member[] = []
    for (const name of ['racer_a', 'racer_b', 'racer_c']) users.push(await member(name))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => users.map((user) => link(user, { id: 'prize' }))).flat(),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].sort()).toEqual([200, 409])
    const holders = await Promise.all(users.map(async (user) => (await list(user)).body.count))
    expect(holders.sort()).toEqual([0, 0, 1])
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, index) => link(users[0]!, { id: `own-${index}` }, as(game), apps.other)),
    )
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('shows no page for an id that would climb', async () => {
    const user = await member('climber')
    for (const id of ['..', '.']) {
      expect((await link(user, { id })).body).toMatchObject({ id, uri: null })
      await unlink(user, user)
    }
    for (const id of ['', 'x'.repeat(129), 7, '\u0000'])
      expect([id, (await link(user, { id })).status]).toEqual([id, 422])
  })
})

describe('nobody else', () => {
  it('links a member', async () => {
    const user = await member('wanted', [game, rival])
    const others: [string, Caller | undefined, number][] = [
      ['a guest', undefined, 401],
      ['the member', user, 403],
      ['an administrator', administrator, 403],
      ['another client', as(rival), 403],
      ['a wrong secret', basic(game.key, 'wrong'), 401],
    ]
    for (const [who, by, status] of others) {
      const answer = await suite.call('PUT', `/apps/${apps.game}/accounts/${user.id}`, {
        ...(by && { as: by }),
        body: { id: 'stolen' },
      })
      expect([who, answer.status]).toEqual([who, status])
    }
    const browser = await signedIn(suite.url, user.username, user.password)
    const { access_token } = await obtainTokens(suite, browser, game, 'base')
    expect((await link(user, { id: 'stolen' }, bearer(access_token))).status).toBe(403)
    expect(outcome(await link(user, { id: 'x' }, as(game), apps.unnamed))).toEqual(refused(403, 'forbidden'))
    expect((await list(user)).body.count).toBe(0)
  })

  it('learns from a refusal that an app is there which it cannot see', async () => {
    const user = await member('curious')
    expect(outcome(await link(user, { id: 'x' }, as(rival), apps.closed))).toEqual(
      refused(404, 'app not found'),
    )
    expect(outcome(await unlink(user, as(rival), apps.closed))).toEqual(refused(404, 'app not found'))
  })

  it('unlinks a member but the client, an administrator and themselves', async () => {
    const [user, stranger] = [await member('held'), await suite.member('stranger')]
    await link(user, { id: 'held' })
    expect((await suite.call('DELETE', `/apps/${apps.game}/accounts/${user.id}`)).status).toBe(401)
    for (const by of [stranger, as(rival)])
      expect(outcome(await unlink(user, by))).toEqual(refused(403, 'forbidden'))
    const browser = await signedIn(suite.url, user.username, user.password)
    const { access_token } = await obtainTokens(suite, browser, game, 'base')
    expect((await unlink(user, bearer(access_token))).status).toBe(403)
    for (const by of [user, administrator, as(game)]) {
      expect([200, 409]).toContain((await link(user, { id: 'held' })).status)
      expect(outcome(await unlink(user, by))).toEqual([200, {}])
    }
    // Withdrawing the grant does not keep the client from cleaning up.
    await link(user, { id: 'held' })
    await suite.call('DELETE', `/users/${user.id}/grants/${game.id}`, { as: user })
    expect((await unlink(user, as(game))).status).toBe(200)
  })
})

describe('an account', () => {
  it('is hidden and shown by its member and administrators', async () => {
    const [user, stranger] = [await member('shy'), await suite.member('onlooker')]
    await link(user, { id: 'shy' })
    expect((await show(user, 'Private', user)).body).toMatchObject({ id: 'shy', visibility: 'Private' })
    for (const by of [undefined, stranger, as(game)])
      await expect
        .poll(async () => (await list(user, by)).body, PATIENT)
        .toMatchObject({ count: 0, items: [] })
    const browser = await signedIn(suite.url, user.username, user.password)
    const { access_token } = await obtainTokens(suite, browser, game, 'base')
    expect((await list(user, bearer(access_token))).body.count).toBe(0)
    for (const by of [user, administrator])
      expect((await list(user, by)).body).toMatchObject({ count: 1, items: [{ visibility: 'Private' }] })
    // A new link does not show what was hidden.
    await link(user, { id: 'shy', display_name: 'Again' })
    expect((await list(user)).body.count).toBe(0)
    expect((await show(user, 'Public', administrator)).status).toBe(200)
    await expect.poll(async () => (await list(user)).body.count, PATIENT).toBe(1)
    expect(outcome(await show(user, 'Private', stranger))).toEqual(refused(403, 'forbidden'))
    expect((await suite.call('PATCH', `/users/${user.id}/accounts/${apps.game}`, { body: {} })).status).toBe(
      401,
    )
    expect((await show(user, 'Hidden', user)).status).toBe(422)
    expect(outcome(await show(user, 'Public', user, apps.rival))).toEqual(refused(404, 'account not found'))
    expect((await list(user)).body.items[0]).not.toHaveProperty('visibility')
  })

  it('with an app that the reader cannot see is left out, of the count too', async () => {
    const user = await member('secretive')
    await link(user, { id: 'a' })
    expect((await link(user, { id: 'b' }, as(game), apps.closed)).status).toBe(200)
    const seen = await list(user, user)
    expect([seen.body.count, keysOf(seen)]).toEqual([1, ['game']])
    expect(keysOf(await list(user, administrator))).toEqual(['closed', 'game'])
    const notFound = refused(404, 'account not found')
    expect(outcome(await show(user, 'Private', user, apps.closed))).toEqual(notFound)
    expect((await show(user, 'Private', administrator, apps.closed)).status).toBe(200)
  })

  it('is shown on the member’s page, and hidden and unlinked on the account’s', async () => {
    const user = await member('visible')
    await link(user, { id: '12&<b>', display_name: '<i>Visible</i> there' })
    const pageFor = async () => (await fetch(`${suite.url}/members/${user.id}`)).text()
    const uri = 'https://game.example/users/12%26%3Cb%3E/page'
    const text = await pageFor()
    expect(text).toContain(`href="${uri}"`)
    expect(text).toContain('&lt;i&gt;Visible&lt;/i&gt; there')
    const browser = await signedIn(suite.url, user.username, user.password)
    const act = async (path: string, fields: Record<string, string>) => {
      expect((await browser.get('/account')).text).toContain(
        `action="/account/accounts/${apps.game}/${path}"`,
      )
      const done = await browser.fill('/account', `/account/accounts/${apps.game}/${path}`, fields)
      expect([done.status, done.location]).toEqual([303, `${suite.url}/account?saved=accounts`])
    }
    await act('visibility', { visibility: 'Private' })
    await expect.poll(async () => (await pageFor()).includes(uri), PATIENT).toBe(false)
    expect((await browser.get(`/members/${user.id}`)).text).toContain(uri)
    await act('visibility', { visibility: 'Public' })
    await expect.poll(async () => (await pageFor()).includes(uri), PATIENT).toBe(true)
    await act('remove', {})
    expect((await list(user, user)).body.count).toBe(0)
  })

  it('of nobody is not found, however the address is written', async () => {
    expect(outcome(await list({ id: newId() }))).toEqual(refused(404, 'user not found'))
    expect(outcome(await list({ id: 'nobody' }))).toEqual(refused(404, 'user not found'))
    for (const path of [
      '%2e%2e%2f%2e%2e%2fapps',
      'x%2fy',
      'x%3fy',
      '..',
      '%2e%2e',
      '%00',
      '%zz',
      ':user_id',
    ]) {
      const answer = await fetch(`${suite.url}/api/v1/users/${path}/accounts`)
      expect([path, answer.status]).toEqual([path, path === '%zz' ? 400 : 404])
    }
  })

  it('goes with its member, even if it is linked while they are erased', async () => {
    const user = await member('leaving')
    await link(user, { id: 'leaving' })
    const erased = suite.call('DELETE', `/users/${user.id}`, { as: administrator })
    await Promise.all([erased, ...Array.from({ length: 8 }, () => link(user, { id: 'leaving' }))])
    const client = new pg.Client({
      connectionString: suite.database.urls.apps,
      options: '-c search_path=apps',
    })
    await client.connect()
    const left = async () =>
      (await client.query('SELECT FROM app_account WHERE user_id = $1', [user.id])).rowCount
    await expect.poll(left, PATIENT).toBe(0)
    expect((await link(user, { id: 'leaving' })).status).toBe(404)
    expect(await left()).toBe(0)
    await client.end()
    expect(outcome(await list(user))).toEqual(refused(404, 'user not found'))
  })
})
