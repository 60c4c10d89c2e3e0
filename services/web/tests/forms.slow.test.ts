import { newId } from '@agora/shared/contracts/ids'
import { type Browser, fieldsOf, type Page } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areasOf } from '../src/areas/areas.ts'
import { browserOf, openThread, startPages } from './support.ts'

/** Where the pages' forms lead: those that need a session's token, and those that anybody may send. */
const forms: string[] = []
const open: string[] = []
/** The fields of each that may be shown again. */
const texts = new Map<string, readonly string[]>()
for (const mount of areasOf({ env: { RUNBOOKS_URL: '' } }))
  mount({
    get: () => {},
    post: (url, _write, keeping) => {
      forms.push(url)
      texts.set(url, keeping?.texts ?? [])
    },
    postByAnybody: (url) => open.push(url),
  })

const AT_ONCE = 5
/** What any member may do, to themselves or where everybody may write. */
const ordinary = new Set([
  '/read',
  '/leave',
  '/sign-out',
  '/sections/:section/new',
  '/threads/:thread/reply',
  '/threads/:thread/report',
  '/posts/:post/report',
  '/posts/:post/reactions',
  '/threads/:thread/watching',
  '/sections/:section/watching',
  '/notifications/read',
  '/account/name',
  '/account/profile',
  '/pictures/avatar',
  '/pictures/text',
  '/account/avatar/remove',
  '/account/password',
  '/account/emails',
  '/account/factors/totp',
  '/account/factors/passkeys',
  '/account/factors/passkeys/added',
  '/account/factors/codes',
  '/account/sessions/end',
  '/account/notifications',
  '/account/export',
  '/account/delete',
])

let suite: Suite
let administrator: Member
let ada: Member
let ids: Record<string, string>
/** Fields of all forms, as somebody would fill them in who may. */
let filled: Record<string, string>
beforeAll(async () => {
  suite = await startPages({ services: ['gateway', 'forum', 'apps', 'mail-jobs', 'web', 'media'] })
  administrator = await suite.administrator()
  ada = await suite.member('ada')
  const { id: thread, post } = await openThread(suite, administrator)
  const made = async (path: string, as: Member, body: object) =>
    (await suite.call('POST', path, { as, body })).body.id
  const read = async (path: string) => (await suite.call('GET', path, { as: administrator })).body
  const report = await made(`/forum/posts/${post}/reports`, ada, { reason: 'Spam' })
  const user = { type: 'User', id: ada.id }
  const sanction = await made('/forum/sanctions', administrator, {
    user,
    kind: 'Warning',
    reason: 'So.',
    internal_note: '',
  })
  const [app] = (await read('/apps')).items
  const group = { as: administrator, body: { display_name: 'Table' } }
  await suite.call('PUT', '/forum/groups/table', group)
  ids = {
    thread,
    post,
    report,
    sanction,
    section: 'welcome',
    member: ada.id,
    app: app.id,
    channel: 'main',
    session: (await read(`/users/${ada.id}/sessions`)).items[0].id,
    client: newId(),
    group: 'table',
    delivery: newId(),
    link: newId(),
    factor: newId(),
  }
  const elsewhere = (await read('/forum/sections/news')).id
  const revision = (await read(`/forum/posts/${post}/source`)).revisions.items[0].id
  filled = {
    ...{ key: newId(), title: 'Taken over', body: 'Taken over', note: 'Taken over', comment: 'Taken over' },
    ...{
      answer: 'Taken over',
      target: `ForumPost:${post}`,
      hide: 'on',
      sanction: 'Warning',
      name: 'mallory',
      code: '123456',
    },
    ...{
      act: 'grant',
      back: '/moderation',
      report,
      revision,
      section: elsewhere,
      status: 'Accepted',
      to: 'me',
    },
    ...{
      reason: 'Spam',
      reason_text: 'Taken over',
      internal_note: 'Taken over',
      duration: 'ever',
      from: '0',
    },
    ...{ kind: 'Mute', level: 'Muted', username: 'mallory', user: ada.id, member: ada.id, until: newId() },
    ...{ is_locked: 'on', is_pinned: 'on', is_official: 'on', auto_watch: 'on', email_digest: 'Daily' },
    ...{ display_name: 'Taken over', new_username: 'taken', email: 'x@example.org', password: 'taken over' },
    ...{ current_password: 'x', deletion_password: 'x', export_password: 'x', secret: 'x', scope: 'base' },
    ...{ section_name: 'Taken over', parent: '', locale: '', order: '1', public: 'true', rating: 'Adult' },
    ...{ client_key: 'taken', client_name: 'Taken', app_uri: 'https://x.example/', visibility: 'Private' },
    ...{
      new_secret: 'on',
      callback_uri: 'https://x.example/',
      recipient: 'x@example.org',
      description: 'Taken over',
    },
    ...{ give: 'heart', user_uri: '', owners: '', lang: 'fr', zone: 'Europe/Paris', next: '/markup' },
  }
})
afterAll(() => suite?.close())

/** Of forms with fields that no others have: a form may have 64. */
const others: readonly (readonly [RegExp, Record<string, string>])[] = [
  [/^\/account\/profile$/, { about: 'Taken over', pronouns: 'Taken over', tagline: 'Taken over' }],
  [
    /^\/administration\/sections\//,
    {
      ...{ key: 'taken', section_name: 'Taken over', parent: '', locale: '', order: '1' },
      ...{ readers: 'Groups', readers_groups: 'table', writers: 'Moderators', writers_groups: 'table' },
    },
  ],
  [/^\/administration\/groups/, { key: 'taken', group_name: 'Taken over', name: 'ada', act: 'add' }],
]
const filledFor = (address: string): Record<string, string> =>
  others.find(([addresses]) => addresses.test(address))?.[1] ?? filled

const addressOf = (form: string) => form.replaceAll(/:(\w+)/g, (_, name: string) => ids[name]!)

/** Where kept texts lead: those of an editor without an address lead home. */
const ledTo = (form: string) => (form === '/pictures/text' ? '/' : addressOf(form))

/** What the forms could have changed. */
async function state(): Promise<unknown> {
  const paths = [
    `/forum/threads/${ids.thread}`,
    `/forum/threads/${ids.thread}/reactions`,
    '/forum/sections',
    '/forum/sections/welcome',
    `/forum/reports/${ids.report}`,
    `/forum/reports/${ids.report}/notes`,
    `/forum/reports/${ids.report}/assignment`,
    '/forum/sanctions',
    '/forum/moderation_log',
    `/users/${ada.id}`,
    `/forum/users/${ada.id}/profile`,
    '/bans',
    '/oauth_clients',
    '/forum/groups',
    '/forum/groups/table/members',
    '/forum/sections/welcome/access',
    '/outbound_email',
    `/apps/${ids.app}`,
    `/forum/threads/${ids.thread}/subscription`,
  ]
  const answers = await Promise.all(paths.map((path) => suite.call('GET', path, { as: administrator })))
  const { items } = (await suite.call('GET', `/users/${ada.id}/sessions`, { as: administrator })).body
  return [...answers.map(({ status, body }) => [status, body]), items.map(({ id }: { id: string }) => id)]
}

const tokenOf = async (browser: Browser) =>
  fieldsOf((await browser.get('/preferences')).text, '/leave')['form-token'] ?? ''

/** Sends forms, a few at a time: each may ask several services. */
async function sendAll(which: readonly string[], send: (address: string) => Promise<Page>) {
  const answers: (readonly [form: string, page: Page])[] = []
  for (let from = 0; from < which.length; from += AT_ONCE)
    answers.push(
      ...(await Promise.all(
        which.slice(from, from + AT_ONCE).map(async (form) => [form, await send(addressOf(form))] as const),
      )),
    )
  return answers
}

test('no form does anything without its session’s token, and nothing that was sent comes back but texts, visibly', async () => {
  const before = await state()
  // Each value can be told from the others, and from what pages show themselves.
  const sentAs = (name: string) => `sent-as-${name}-`
  const sentTo = (address: string) =>
    Object.fromEntries(Object.keys(filledFor(address)).map((name) => [name, sentAs(name)]))
  const ended = await suite.member('ended')
  const late = browserOf(suite, ended)
  const lateToken = await tokenOf(late)
  await suite.call('DELETE', '/auth/self', { as: ended })
  const owner = browserOf(suite, administrator)
  const attempts: [Browser, string, number][] = [
    [owner, '', 403],
    [owner, await tokenOf(browserOf(suite, ada)), 403],
    [browserOf(suite), '', 401],
    [late, lateToken, 401],
  ]
  for (const [browser, token, status] of attempts) {
    const answers = await sendAll(forms, (address) =>
      browser.post(`${address}?foreign=sent-as-query-`, { ...sentTo(address), 'form-token': token }),
    )
    for (const [form, page] of answers) {
      expect([form, page.status]).toEqual([form, status])
      // The menu signs out by a form as well.
      const main = page.text.slice(page.text.indexOf('<main'), page.text.indexOf('</main>'))
      const shown = main.replaceAll(/<input type="hidden"[^>]*>/g, '')
      const own = texts.get(form) ?? []
      expect([form, [...main.matchAll(/sent-as-(\w+)-/g)].map(([, name]) => name).sort()]).toEqual([
        form,
        [...own].sort(),
      ])
      expect([form, [...shown.matchAll(/sent-as-/g)].length]).toEqual([form, own.length])
      if (own.length > 0)
        expect(fieldsOf(main, ledTo(form)), form).toMatchObject(
          Object.fromEntries(own.map((name) => [name, sentAs(name)])),
        )
    }
  }
  expect(await state()).toEqual(before)
})

test('no form of another site does anything', async () => {
  const before = await state()
  const browser = browserOf(suite, administrator)
  const token = await tokenOf(browser)
  const foreign = { origin: 'https://evil.example' }
  for (const [form, { status }] of await sendAll([...forms, ...open], (address) =>
    browser.post(address, { ...filledFor(address), 'form-token': token }, foreign),
  ))
    expect([form, status]).toEqual([form, 403])
  expect(await state()).toEqual(before)
})

test('nobody changes what is others’', async () => {
  const before = await state()
  const browser = browserOf(suite, await suite.member('mallory'))
  const token = await tokenOf(browser)
  const others = forms.filter((form) => !ordinary.has(form))
  for (const [form, { status }] of await sendAll(others, (address) =>
    browser.post(address, { ...filledFor(address), 'form-token': token }),
  ))
    expect([form, [403, 404].includes(status) ? 'refused' : status]).toEqual([form, 'refused'])
  expect(await state()).toEqual(before)
})

test.each([
  ['of more than a megabyte', 1_100_000],
  ['of ten megabytes', 10_000_000],
])('a form %s is refused with a page', async (_what, bytes) => {
  const browser = browserOf(suite, administrator)
  const body = { 'form-token': await tokenOf(browser), body: 'x'.repeat(bytes) }
  for (const form of [forms[0]!, ...open]) {
    const page = await browser.post(addressOf(form), body)
    expect([page.status, page.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
  }
})

test.each([
  ['a guest', () => undefined, 64, 65_000],
  ['a member', () => ada, 64, 900_000],
])(
  '%s may send so many fields and bytes in a form, and gets a short answer to more',
  async (_who, who, fields, bytes) => {
    const browser = browserOf(suite, who())
    const send = (body: string) =>
      browser.send('POST', '/read', body, {
        'content-type': 'application/x-www-form-urlencoded',
        origin: suite.url,
      })
    const many = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=x`).join('&')
    const refusal = who() ? 403 : 401
    for (const [body, status] of [
      [many(fields), refusal],
      [many(fields + 1), 413],
      ['a=b&'.repeat(16_000), 413],
      [`note=${'x'.repeat(bytes)}`, refusal],
      [`note=${'x'.repeat(bytes === 65_000 ? 65_536 : 1_000_000)}`, 413],
    ] as const) {
      const page = await send(body)
      expect([body.slice(0, 20), page.status]).toEqual([body.slice(0, 20), status])
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.text.length).toBeLessThan(16_000)
    }
  },
)

const hostile: Record<string, (name: string) => string> = {
  'nothing in any field': () => '',
  'every field twice': (name) => `${name}=1&${name}=2`,
  'every field as a list': (name) => `${name}[]=1`,
  'every field as an object': (name) => `${name}[x]=2`,
  'half of a character': (name) => `${name}=%ED%A0%BD`,
  'a character that no database holds': (name) => `${name}=%00`,
  'what every object has': (name) => `${name}=toString`,
  'the prototype of all': (name) => `${name}=__proto__`,
  'lines and marks of direction': (name) => `${name}=a%0D%0A%E2%80%AEb%1B`,
  'ten thousand characters': (name) => `${name}=${'x'.repeat(10_000)}`,
}
test.each(Object.entries(hostile))('%s is answered by every form, never a failure', async (_what, field) => {
  const browser = browserOf(suite, administrator)
  const token = await tokenOf(browser)
  const all = [filled, ...others.map(([, fields]) => fields)]
    .flatMap((fields) => Object.keys(fields))
    .map(field)
    .join('&')
    .split('&')
  const parts = [all.slice(0, 60), all.slice(60, 120), all.slice(120)].filter(({ length }) => length > 0)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: suite.url }
  const which = [...forms, ...open].filter((form) => !/^\/(leave|sign-out)$/.test(form))
  const send = (address: string, fields: readonly string[]) =>
    browser.send('POST', address, [`form-token=${token}`, ...fields].join('&'), headers)
  const pages = await Promise.all(parts.map((fields) => sendAll(which, (address) => send(address, fields))))
  for (const [form, page] of pages.flat()) {
    expect([form, page.status < 500 && page.status !== 413 ? 'answered' : page.text]).toEqual([
      form,
      'answered',
    ])
    if (page.location === undefined) expect(page.headers.get('content-type'), form).toContain('text/html')
    else expect(new URL(page.location).origin, form).toBe(suite.url)
  }
})
