import type { Caller } from '@agora/testing/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppsClient, app, channel, outcome, refused, startApps } from './support.ts'

let apps: AppsClient
let owner: Caller & { id: string }
let other: Caller & { id: string }
let administrator: Caller
let id: string
let hiddenId: string

beforeAll(async () => {
  apps = await startApps(
    [
      app('open', {
        description: 'First.',
        description_i18n: { 'fr-FR': 'Premier.' },
        cover_image: 'box_open',
        channels: [
          channel('main', { user_uri: 'https://main.example/users/{user_id}' }),
          channel('beta', { visibility: 'Private' }),
          channel('old', { retired: true }),
        ],
      }),
      app('hidden', { channels: [channel('main', { visibility: 'Private' })] }),
      app('gone', { retired: true }),
    ],
    { replicas: 2 },
  )
  owner = await apps.account('ada')
  other = await apps.account('bob')
  administrator = await apps.administrator()
  id = await apps.idOf('open')
  hiddenId = await apps.idOf('hidden')
})
afterAll(() => apps?.close())

beforeEach(async () => {
  await edit(administrator, { owners: [{ type: 'User', id: owner.id }] })
})

const edit = (as: Caller, body: unknown, appId = id) => apps.call('PATCH', `/${appId}`, as, { body })
const read = async (as: Caller = administrator) => (await apps.call('GET', `/${id}`, as)).body
const channelOf = async (key: string) =>
  (await read()).channels.items.find((item: { key: string }) => item.key === key)
const main = (patch: object) => ({ channels: [{ key: 'main', ...patch }] })

describe('who may edit', () => {
  const allowed = [{ kind: 'Other' }, { channels: [] }, {}, main({ rating: 'Teen' })]
  const reserved = [
    { owners: [] },
    main({ is_official: true }),
    { kind: 'Game', ...main({ is_official: false }) },
  ]

  it('lets an administrator write everything', async () => {
    for (const body of [...allowed, ...reserved]) expect((await edit(administrator, body)).status).toBe(200)
  })

  it('takes a recent sign-in for who owns an app and what is official, and for nothing else', async () => {
    const stale = await apps.user(owner.id, { isAdministrator: true, isRecent: false })
    for (const body of allowed) expect((await edit(stale, body)).status).toBe(200)
    const before = await read()
    for (const body of reserved)
      expect(outcome(await edit(stale, body))).toEqual(refused(403, 'recent sign-in is required'))
    expect(await read()).toEqual(before)
  })

  it('lets an owner write everything but owners and is_official', async () => {
    for (const body of allowed) expect((await edit(owner, body)).status).toBe(200)
    const before = await read()
    for (const body of reserved) expect(outcome(await edit(owner, body))).toEqual(refused(403, 'forbidden'))
    const unchanged = { owners: [{ type: 'User', id: owner.id }] }
    expect(outcome(await edit(owner, unchanged))).toEqual(refused(403, 'forbidden'))
    expect(await read()).toEqual(before)
  })

  it('forbids any other member, who may know that the app is there', async () => {
    for (const body of [...allowed, ...reserved])
      expect(outcome(await edit(other, body))).toEqual(refused(403, 'forbidden'))
  })

  it('asks guests and clients to authenticate, before anything else', async () => {
    const client = await apps.principal({ kind: 'client', id: owner.id })
    for (const as of [await apps.guest(), client]) {
      for (const target of [id, hiddenId, 'nothing']) {
        const answer = await edit(as, { kind: 1 }, target)
        expect(outcome(answer)).toEqual(refused(401, 'authentication required'))
        expect(answer.headers.get('www-authenticate')).not.toBeNull()
      }
    }
    const unresolvable = await apps.principal({ kind: 'unresolvable' })
    expect(outcome(await edit(unresolvable, {}))).toEqual(refused(401, 'invalid credentials'))
  })

  it('forbids a token whatever its scopes, for owners and administrators alike', async () => {
    for (const ceiling of [['base'], ['base', 'forum:read', 'forum:write', 'forum:moderate']] as const) {
      const asOwner = await apps.user(owner.id, { ceiling })
      expect(outcome(await edit(asOwner, {}))).toEqual(refused(403, 'forbidden'))
      expect(outcome(await edit(await apps.user(other.id, { ceiling }), {}))).toEqual(
        refused(403, 'forbidden'),
      )
    }
  })

  it('has no app for whoever cannot see its main channel', async () => {
    for (const as of [other, owner, await apps.user(other.id, { ceiling: ['base'] })])
      expect(outcome(await edit(as, {}, hiddenId))).toEqual(refused(404, 'app not found'))
    expect((await edit(administrator, {}, hiddenId)).status).toBe(200)
  })

  it.each(['nothing', '01890000-0000-7000-8000-0000000000ff', '%00'])(
    'finds no app under %j',
    async (target) => {
      expect(outcome(await edit(administrator, {}, target))).toEqual(refused(404, 'app not found'))
    },
  )

  it('finds no retired app', async () => {
    const gone = await apps.idOf('gone')
    expect(outcome(await edit(administrator, {}, gone))).toEqual(refused(404, 'app not found'))
  })

  it('tells a member nothing of owners and channels they may not edit', async () => {
    const unknown = { owners: [{ type: 'User', id: '01890000-0000-7000-8000-0000000000ff' }] }
    expect(outcome(await edit(other, unknown))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await edit(owner, unknown))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await edit(other, { channels: [{ key: 'none' }] }))).toEqual(refused(403, 'forbidden'))
  })
})

describe('what an edit writes', () => {
  it('writes every field and answers the app as the next read shows it', async () => {
    const { status, body } = await edit(administrator, {
      kind: 'Platform',
      main_locale: 'eo',
      display_name_i18n: { 'fr-FR': 'Ouverte', eo: 'ignored', 'en-US': 'Open' },
      owners: [
        { type: 'User', id: other.id.toUpperCase() },
        { type: 'User', id: owner.id },
        { type: 'User', id: other.id },
      ],
      channels: [
        {
          key: 'main',
          main_locale: 'fr-FR',
          description: 'Deuxième.',
          description_i18n: { 'en-US': 'Second.', 'fr-FR': 'ignored' },
          user_uri: 'https://main.example/u/{user_id}?tab=all',
          rating: 'Adult',
          status: 'Dev',
          visibility: 'Public',
          is_official: true,
          cover_image: { type: 'Asset', name: 'box_second', ignored: 1 },
          cover_color: '#00ff7f',
        },
        { key: 'beta', visibility: 'Public' },
      ],
      ignored: true,
    })
    expect(status).toBe(200)
    expect(body).toEqual(await read())
    expect(body).toMatchObject({
      kind: 'Platform',
      display_name: 'The open',
      main_locale: 'eo',
      i18n: { 'fr-FR': { display_name: 'Ouverte' }, 'en-US': { display_name: 'Open' } },
      owners: [
        { type: 'User', id: other.id },
        { type: 'User', id: owner.id },
      ],
    })
    expect(Object.keys(body.i18n)).toHaveLength(2)
    expect(body.channels.items[0]).toMatchObject({
      main_locale: 'fr-FR',
      description: 'Deuxième.',
      user_uri: 'https://main.example/u/{user_id}?tab=all',
      rating: 'Adult',
      status: 'Dev',
      is_official: true,
      cover_image: { type: 'Asset', name: 'box_second' },
      cover_color: '#00ff7f',
    })
    expect(body.channels.items[0].description_i18n).toEqual({ 'en-US': 'Second.' })
    expect(body.channels.items[1].visibility).toBe('Public')
    await edit(administrator, { channels: [{ key: 'beta', visibility: 'Private' }], main_locale: 'en-US' })
  })

  it('leaves alone what is absent', async () => {
    const before = await read()
    expect((await edit(owner, {})).body).toEqual(before)
    expect((await edit(owner, { channels: [{ key: 'main' }, { key: 'beta' }] })).body).toEqual(before)
  })

  it('clears user_uri, cover_image and cover_color with null', async () => {
    await edit(owner, main({ user_uri: 'https://main.example/{user_id}', cover_color: '#123456' }))
    await edit(owner, main({ cover_image: { type: 'Asset', name: 'box_1' } }))
    const { status } = await edit(owner, main({ user_uri: null, cover_image: null, cover_color: null }))
    expect(status).toBe(200)
    expect(await channelOf('main')).toMatchObject({ user_uri: null, cover_image: null, cover_color: null })
  })

  it('replaces all translations at once, and never shows one in the main locale', async () => {
    await edit(owner, { main_locale: 'en-US', display_name_i18n: { 'fr-FR': 'A', de: 'B' } })
    expect((await edit(owner, { display_name_i18n: { eo: 'C' } })).body.i18n).toEqual({
      eo: { display_name: 'C' },
    })
    expect((await edit(owner, { main_locale: 'eo' })).body.i18n).toEqual({})
    expect(
      (await edit(owner, { display_name_i18n: { eo: 'ignored' }, main_locale: 'en-US' })).body.i18n,
    ).toEqual({
      eo: { display_name: 'ignored' },
    })
    expect((await edit(owner, { display_name_i18n: {} })).body.i18n).toEqual({})
  })

  it('shows an edited private main channel to nobody else from then on', async () => {
    await edit(owner, main({ visibility: 'Private' }))
    expect(outcome(await apps.call('GET', `/${id}`, other))).toEqual(refused(404, 'app not found'))
    expect((await apps.call('GET', '', other)).body.count).toBe(0)
    await edit(owner, main({ visibility: 'Public' }))
    expect((await apps.call('GET', `/${id}`, other)).status).toBe(200)
  })
})

describe('what an edit refuses', () => {
  it.each([
    ['app channel not found', { channels: [{ key: 'none' }] }],
    ['app channel not found', { channels: [{ key: 'old', rating: 'Teen' }] }],
    ['app channel not found', { channels: [{ key: '__proto__' }] }],
    ['app channel not found', { channels: [{ key: '\0' }] }],
    ...[
      'https://main.example/users',
      'https://main.example/?user={user_id}',
      'https://{user_id}.example/{user_id}',
      'https://main.example/{user_id}/{name}',
      'https://main.example/{+user_id}',
      'ftp://main.example/{user_id}',
      '/users/{user_id}',
      '{user_id}',
      '',
      'https://main.example/{user_id',
      'https://main.example/{user_id} ',
      'https://user:pass@main.example/{user_id}',
      'javascript:alert(1)//{user_id}',
      'https://main.example/\0{user_id}',
      'https://main.example/\ud800{user_id}',
      `https://main.example/${'a'.repeat(2048)}{user_id}`,
    ].map((user_uri): [string, object] => ['invalid `user_uri`', main({ user_uri })]),
  ])('answers 422 %s, and writes nothing', async (message, body) => {
    const before = await read()
    const withMore = { kind: before.kind === 'Game' ? 'Other' : 'Game', ...body }
    expect(outcome(await edit(administrator, withMore))).toEqual(refused(422, message))
    expect(await read()).toEqual(before)
  })

  it.each([
    ['null where a text is', { kind: null }],
    ['null for the main locale', { main_locale: null }],
    ['null for the translations', { display_name_i18n: null }],
    ['null for one translation', { display_name_i18n: { eo: null } }],
    ['null for the owners', { owners: null }],
    ['null for the channels', { channels: null }],
    ['null for a description', main({ description: null })],
    ['null for its translations', main({ description_i18n: null })],
    ['null for its locale', main({ main_locale: null })],
    ['null for a rating', main({ rating: null })],
    ['null for a status', main({ status: null })],
    ['null for a visibility', main({ visibility: null })],
    ['null for is_official', main({ is_official: null })],
    ['a channel without a key', { channels: [{ rating: 'Teen' }] }],
    ['a channel that is none', { channels: [null] }],
    ['channels that are no list', { channels: { key: 'main' } }],
    ['a channel named twice', { channels: [{ key: 'main' }, { key: 'main', rating: 'Teen' }] }],
    ['an unknown kind', { kind: 'game' }],
    ['a kind in a list', { kind: ['Game'] }],
    ['an unknown rating', main({ rating: 'Everyone' })],
    ['a boolean as text', main({ is_official: 'true' })],
    ['a locale of another form', { main_locale: 'english' }],
    ['a translation for no locale', { display_name_i18n: { english: 'x' } }],
    ['a translation that is empty', { display_name_i18n: { eo: '' } }],
    ['a text with a NUL', main({ description: 'a\0b' })],
    ['half a surrogate pair', main({ description_i18n: { eo: '\ud800' } })],
    ['an owner by name', { owners: [{ type: 'User', username: 'ada' }] }],
    [
      'an owner of another type',
      { owners: [{ type: 'Client', id: '01890000-0000-7000-8000-0000000000ff' }] },
    ],
    ['an owner with a malformed id', { owners: [{ type: 'User', id: 'ada' }] }],
    ['a colour in capitals', main({ cover_color: '#ABCDEF' })],
    ['a short colour', main({ cover_color: '#abc' })],
    ['a colour with a line break', main({ cover_color: '#abcdef\n' })],
    ['an image of another name', main({ cover_image: { type: 'Asset', name: 'open' } })],
    ['an image in capitals', main({ cover_image: { type: 'Asset', name: 'box_Open' } })],
    ['an image of another type', main({ cover_image: { type: 'Blob', name: 'box_open' } })],
    ['an image as text', main({ cover_image: 'box_open' })],
    ['a template that is no text', main({ user_uri: 5 })],
    ['a list', []],
    ['null', null],
    ['a number', 5],
  ])('answers 422 to %s, and writes nothing', async (_name, body) => {
    const before = await read()
    const answer = await edit(administrator, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body)).toEqual(['error'])
    expect(await read()).toEqual(before)
  })

  it.each(['', '{', 'nope', '{"kind":"Game"'])('answers 400 to %j', async (body) => {
    expect((await edit(administrator, body)).status).toBe(400)
  })

  it('answers 415 and 413 to bodies of another kind or size', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect((await apps.call('PATCH', `/${id}`, administrator, { body: '{}', headers })).status).toBe(415)
    expect((await edit(administrator, main({ description: 'a'.repeat(1_100_000) }))).status).toBe(413)
  })

  it('refuses the shape before it looks for the app', async () => {
    expect((await edit(administrator, { kind: 1 }, 'nothing')).status).toBe(422)
    expect((await edit(administrator, main({ user_uri: 'x' }), 'nothing')).status).toBe(422)
  })

  it('fails closed when it cannot ask who an owner is, and writes nothing', async () => {
    const before = await read()
    const unknown = [{ type: 'User', id: '01890000-0000-7000-8000-0000000000fe' }]
    const answer = await edit(administrator, { kind: 'Other', owners: unknown })
    expect(outcome(answer)).toEqual(refused(503, 'service unavailable'))
    expect(await read()).toEqual(before)
  })
})

it('keeps both of two simultaneous edits whole, on two replicas', async () => {
  for (let round = 0; round < 10; round++) {
    const patches = [
      { kind: 'Game', main_locale: 'fr-FR', ...main({ rating: 'Teen', description: `one ${round}` }) },
      { kind: 'Other', main_locale: 'de', ...main({ rating: 'Adult', description: `two ${round}` }) },
      { display_name_i18n: { es: `Name ${round}` } },
    ]
    const answers = await Promise.all(
      patches.map((body, replica) =>
        apps.call('PATCH', `/${id}`, administrator, { body, replica: replica % 2 }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { kind, main_locale, i18n, channels } = await read()
    expect([
      ['Game', 'fr-FR', 'Teen', `one ${round}`],
      ['Other', 'de', 'Adult', `two ${round}`],
    ]).toContainEqual([kind, main_locale, channels.items[0].rating, channels.items[0].description])
    expect(i18n).toEqual({ es: { display_name: `Name ${round}` } })
  }
})

it('learns a new account in time to make it an owner', async () => {
  const newcomer = await apps.account('cleo')
  expect((await edit(administrator, { owners: [{ type: 'User', id: newcomer.id }] })).status).toBe(200)
  expect((await edit(newcomer, { kind: 'Game' })).status).toBe(200)
  expect(outcome(await edit(owner, { kind: 'Game' }))).toEqual(refused(403, 'forbidden'))
})
