import type { Caller } from '@agora/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppsClient, app, channel, outcome, refused, startApps, TIMESTAMP, UUID_V7 } from './support.ts'

const configured = [
  app('open', {
    kind: 'Platform',
    description: 'An open one.',
    description_i18n: { 'fr-FR': 'Une ouverte.', 'en-US': 'Ignored.' },
    cover_image: 'box_open',
    channels: [
      channel('main', { is_official: true, user_uri: 'https://main.example/users/{user_id}' }),
      channel('beta', { visibility: 'Private', status: 'Beta', rating: 'Teen' }),
      channel('old', { retired: true }),
    ],
  }),
  app('hidden', { channels: [channel('main', { visibility: 'Private' }), channel('side')] }),
  app('gone', { retired: true, channels: [channel('main'), channel('inner', { visibility: 'Private' })] }),
  app('gone_hidden', { retired: true, channels: [channel('main', { visibility: 'Private' })] }),
]

const callers = [
  'guest',
  'client',
  'member',
  'token',
  'owner',
  'owner token',
  'administrator',
  'administrator token',
]
const everything = ['owner', 'owner token', 'administrator']

/** The reads that both stores serve alike; in the memory store nobody owns anything. */
describe.each([
  ['postgres', callers],
  ['memory', callers.filter((name) => !name.startsWith('owner'))],
])('reading from the %s store', (store, known) => {
  let apps: AppsClient
  const as: Record<string, Caller> = {}
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    apps = await startApps(
      configured,
      store === 'memory' ? { env: { APPS_STORE: 'memory', DATABASE_URL: '' } } : {},
    )
    const base = { kind: 'user', createdAt: '2026-01-01T00:00:00.000Z', displayName: 'Ada' } as const
    const owner = '01890000-0000-7000-8000-000000000001'
    const other = '01890000-0000-7000-8000-000000000002'
    const scopes = ['base', 'forum:moderate'] as const
    as.guest = await apps.guest()
    as.client = await apps.principal({ kind: 'client', id: owner })
    as.member = await apps.user(other)
    as.token = await apps.user(other, { ceiling: scopes })
    as.owner = await apps.principal({
      ...base,
      id: owner,
      isAdministrator: false,
      ceiling: 'full',
      isRecent: true,
    })
    as['owner token'] = await apps.user(owner, { ceiling: scopes })
    as.administrator = await apps.administrator()
    as['administrator token'] = await apps.user(other, { ceiling: scopes })
    if (store === 'postgres') {
      for (const key of ['open', 'hidden', 'gone', 'gone_hidden']) ids[key] = await apps.idOf(key)
      await apps.sql('INSERT INTO app_owner SELECT id, $1, 0 FROM app', [owner])
    } else {
      const { body } = await apps.call('GET', '', as.administrator)
      for (const { id, key } of body.items) ids[key] = id
    }
  })
  afterAll(() => apps?.close())

  it.each(known)('lists to a %s what their rights show', async (caller) => {
    const { status, body } = await apps.call('GET', '', as[caller]!)
    expect(status).toBe(200)
    const seesAll = everything.includes(caller)
    const shown = body.items.map((item: { key: string; channels: { items: { key: string }[] } }) => [
      item.key,
      item.channels.items.map(({ key }) => key),
    ])
    expect(shown).toEqual(
      seesAll
        ? [
            ['open', ['main', 'beta']],
            ['hidden', ['main', 'side']],
          ]
        : [['open', ['main']]],
    )
    expect(body).toMatchObject({ offset: 0, limit: 100, count: seesAll ? 2 : 1 })
    expect(Object.keys(body).sort()).toEqual(['count', 'items', 'limit', 'offset'])
  })

  it.each(known)('shows a %s one app as their rights allow', async (caller) => {
    const seesAll = everything.includes(caller)
    const open = await apps.call('GET', `/${ids.open}`, as[caller]!)
    expect(open.status).toBe(200)
    expect(open.body.channels.items.map(({ key }: { key: string }) => key)).toEqual(
      seesAll ? ['main', 'beta'] : ['main'],
    )
    expect(open.body.channels).toMatchObject({ offset: 0, limit: 100, count: seesAll ? 2 : 1 })
    if (!ids.hidden) return
    const hidden = await apps.call('GET', `/${ids.hidden}`, as[caller]!)
    if (seesAll) expect(hidden.status).toBe(200)
    else expect(outcome(hidden)).toEqual(refused(404, 'app not found'))
  })

  it('answers the exact short app', async () => {
    const { body } = await apps.call('GET', '', as.guest!)
    const [short] = body.items
    expect(short).toEqual({
      id: ids.open,
      created_at: expect.stringMatching(TIMESTAMP),
      deleted_at: null,
      key: 'open',
      owners: short.owners,
      channels: { offset: 0, limit: 100, count: 1, items: [{ key: 'main' }] },
      main_channel: {
        id: expect.stringMatching(UUID_V7),
        key: 'main',
        period: { start: expect.stringMatching(TIMESTAMP), end: null },
        main_locale: 'en-US',
        description: 'An open one.',
        description_i18n: { 'fr-FR': 'Une ouverte.' },
        base_uri: 'https://main.example/',
        home_uri: 'https://main.example/home',
        user_uri: 'https://main.example/users/{user_id}',
        rating: 'General',
        status: 'Stable',
        visibility: 'Public',
        is_official: true,
        event_stream_callback_uri: null,
        cover_image: { type: 'Asset', name: 'box_open' },
        cover_color: null,
      },
      kind: 'Platform',
      display_name: 'The open',
      main_locale: 'en-US',
      i18n: {},
    })
    expect(short.id).toMatch(UUID_V7)
  })

  it('answers the exact full app, whose main channel is that of the listing', async () => {
    const { body: full } = await apps.call('GET', `/${ids.open}`, as.guest!)
    const { body: list } = await apps.call('GET', '', as.guest!)
    const [short] = list.items
    expect(full).toEqual({
      id: ids.open,
      period: { start: short.created_at, end: null },
      key: 'open',
      owners: short.owners,
      channels: { offset: 0, limit: 100, count: 1, items: [short.main_channel] },
      kind: 'Platform',
      display_name: 'The open',
      main_locale: 'en-US',
      i18n: {},
    })
  })

  it('takes an id in any letter case', async () => {
    expect((await apps.call('GET', `/${ids.open!.toUpperCase()}`, as.guest!)).body.id).toBe(ids.open)
  })

  it.each(['open', '01890000-0000-7000-8000-0000000000ff', 'x', '%00', '__proto__', `${'a'.repeat(150)}`])(
    'finds nothing under %j',
    async (id) => {
      expect(outcome(await apps.call('GET', `/${id}`, as.administrator!))).toEqual(
        refused(404, 'app not found'),
      )
    },
  )

  it.each(['?limit=0', '?limit=abc&offset=-1', '?limit=1&limit=2', '?offset=5', '?x=%00'])(
    'reads no query parameter of the listing: %s',
    async (query) => {
      const plain = await apps.call('GET', '', as.administrator!)
      expect(outcome(await apps.call('GET', query, as.administrator!))).toEqual(outcome(plain))
    },
  )

  it('reads unresolvable credentials as a guest', async () => {
    const unresolvable = await apps.principal({ kind: 'unresolvable' })
    for (const path of ['', `/${ids.open}`]) {
      expect(outcome(await apps.call('GET', path, unresolvable))).toEqual(
        outcome(await apps.call('GET', path, as.guest!)),
      )
    }
  })

  it.runIf(store === 'postgres')(
    'answers 410 with the app for what is retired, to whom may see it',
    async () => {
      const gone = await apps.call('GET', `/${ids.gone}`, as.guest!)
      expect(gone.status).toBe(410)
      expect(gone.body.key).toBe('gone')
      expect(gone.body.period.end).toMatch(TIMESTAMP)
      expect(gone.body.channels.items).toMatchObject([{ key: 'main', period: { end: gone.body.period.end } }])
      const asOwner = await apps.call('GET', `/${ids.gone}`, as.owner!)
      expect(asOwner.status).toBe(410)
      expect(asOwner.body.channels.count).toBe(2)
      expect(outcome(await apps.call('GET', `/${ids.gone_hidden}`, as.guest!))).toEqual(
        refused(404, 'app not found'),
      )
      expect((await apps.call('GET', `/${ids.gone_hidden}`, as.owner!)).status).toBe(410)
    },
  )

  it.runIf(store === 'memory')('keeps its ids over a restart', async () => {
    const before = await apps.call('GET', '', as.administrator!)
    await apps.suite.processes.apps[0]!.restart()
    const after = await apps.call('GET', '', as.administrator!)
    expect(after.body.items.map(({ id }: { id: string }) => id)).toEqual(
      before.body.items.map(({ id }: { id: string }) => id),
    )
  })

  it.runIf(store === 'memory')(
    'answers every edit that could be one with the prescribed, expected 500',
    async () => {
      const edit = (caller: Caller, body: unknown) => apps.call('PATCH', `/${ids.open}`, caller, { body })
      for (const body of [{}, { kind: 'Other' }, { owners: [{ type: 'User', id: ids.open }] }]) {
        expect(outcome(await edit(as.administrator!, body))).toEqual(refused(500, 'internal error'))
      }
      expect(outcome(await edit(as.guest!, {}))).toEqual(refused(401, 'authentication required'))
      expect((await edit(as.administrator!, { kind: 1 })).status).toBe(422)
      const metrics = await fetch(`${apps.suite.urls.apps[0]}/metrics`).then((response) => response.text())
      expect(metrics).toMatch(
        /http_request_duration_seconds_count\{[^}]*status="500",expected="true"[^}]*\} 3/,
      )
      expect(metrics).not.toMatch(/status="500",expected="false"/)
    },
  )
})
