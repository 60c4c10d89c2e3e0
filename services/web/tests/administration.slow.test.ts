import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Inbox, startInbox } from '@agora/suite/inbox/inbox'
import { MailStore } from '@agora/suite/inbox/store'
import { freePort } from '@agora/suite/servers/ports'
import { temporaryFolder } from '@agora/suite/temporary'
import { type Browser, fieldsOf } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, openThread, startPages } from './support.ts'

let receiver: Server
let refuses = true
let isGone = false
let received = 0
let inbox: Inbox
const folder = temporaryFolder('pages-mail')
const mails = new MailStore(folder.path)
let suite: Suite
let administrator: Member
let ada: Member
let browser: Browser

const channel = (key: string, over: object = {}) => ({
  key,
  base_uri: `https://${key}.example/`,
  home_uri: `https://${key}.example/home`,
  ...over,
})

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume()
    const status = isGone ? 410 : refuses ? 500 : 204
    received += status === 204 ? 1 : 0
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  inbox = await startInbox({ folder: folder.path, port: await freePort() })
  suite = await startPages({
    services: ['gateway', 'forum', 'apps', 'mail-jobs', 'web'],
    smtpUrl: inbox.smtpUrl,
    config: {
      apps: [
        {
          key: 'chess',
          kind: 'Game',
          display_name: 'Chess',
          sections: ['welcome'],
          channels: [
            channel('main', { event_stream_callback_uri: `http://127.0.0.1:${port}/` }),
            channel('beta'),
          ],
        },
      ],
      delivery: { allow_private_receivers: true, attempts: 1, first_pause: 0.05 },
    },
  })
  administrator = await suite.administrator()
  ada = await suite.member('ada', { displayName: 'Ada Lovelace' })
  browser = browserOf(suite, administrator)
})
afterAll(async () => {
  await suite?.close()
  await inbox?.close()
  receiver?.close()
  folder.remove()
})

const pages = [
  '',
  '/sections',
  '/sections/new',
  '/members',
  '/roles',
  '/jobs',
  '/clients',
  '/apps',
  '/deliveries',
  '/mails',
]

test.each(pages)('administration%s is for administrators alone', async (page) => {
  const path = `/administration${page}`
  expect((await browser.get(path)).status).toBe(200)
  expect((await browserOf(suite, ada).get(path)).status).toBe(403)
  expect((await browserOf(suite).get(path)).status).toBe(401)
  expect((await browserOf(suite, ada).get('/')).text).not.toContain('/administration')
})

describe('sections', () => {
  const add = '/administration/sections/new'
  const section = async (key: string) => (await suite.call('GET', `/forum/sections/${key}`)).body

  test('are made once however often the form is sent, and seen at once', async () => {
    const form = fieldsOf((await browser.get(add)).text, add)
    const fields = {
      ...form,
      key: 'fan_art',
      section_name: 'Fan <art>',
      parent: 'community',
      locale: 'fr-FR',
      order: '7',
    }
    const sent = await Promise.all([1, 2, 3].map(() => browser.post(add, fields)))
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await section('fan_art')).toMatchObject({
      display_name: 'Fan <art>',
      locale: 'fr-FR',
      parent: { key: 'community' },
    })
    expect((await browserOf(suite).get('/')).text).toContain('Fan &lt;art&gt;')
    const other = await browser.post(add, { ...fields, section_name: 'Another' })
    expect([other.status, other.text.includes('id="key-problem"')]).toEqual([409, true])
    expect(fieldsOf(other.text, add).section_name).toBe('Another')
    expect((await section('fan_art')).display_name).toBe('Fan <art>')
  })

  test('are changed, and stay in their place where nothing is said of it', async () => {
    const path = '/administration/sections/fan_art'
    const keys = async () =>
      (await suite.call('GET', '/forum/sections')).body.items.map(({ key }: { key: string }) => key)
    const before = await keys()
    expect((await browser.fill(path, path, { section_name: 'Art', locale: '' })).status).toBe(303)
    expect(await section('fan_art')).toMatchObject({ display_name: 'Art', locale: null })
    expect(await keys()).toEqual(before)
    await openThread(suite, ada, { section: 'news' })
    for (const [fields, field] of [
      [{ section_name: '' }, 'section_name'],
      [{ locale: 'French' }, 'locale'],
      [{ order: 'first' }, 'order'],
      [{ parent: 'news' }, 'parent'],
    ] as const) {
      const { status, text } = await browser.fill(path, path, fields)
      expect([status, text.includes(`id="${field}-problem"`)], field).toEqual([422, true])
    }
  })

  test('keep what another administrator has changed meanwhile', async () => {
    const path = '/administration/sections/fan_art'
    const seen = fieldsOf((await browser.get(path)).text, path)
    expect((await browser.fill(path, path, { parent: '', locale: 'de' })).status).toBe(303)
    const wrong = await browser.post(path, { ...seen, section_name: '' })
    expect(fieldsOf(wrong.text, path)).toEqual({
      ...seen,
      section_name: '',
      'form-token': expect.any(String),
    })
    const again = { ...fieldsOf(wrong.text, path), section_name: 'Gallery' }
    expect((await browser.post(path, again)).status).toBe(303)
    expect(await section('fan_art')).toMatchObject({ display_name: 'Gallery', locale: 'de', parent: null })
  })

  test.each(['', 'Fan art', 'x'.repeat(33), '../users', '%00'])('take no key such as %j', async (key) => {
    const { status, text } = await browser.fill(add, add, { key, section_name: 'A name' })
    expect([status, text.includes('id="key-problem"')]).toEqual([422, true])
  })

  test('of the configuration are changed as others are', async () => {
    const path = '/administration/sections/welcome'
    expect((await browser.fill(path, path, { section_name: 'Come in' })).status).toBe(303)
    expect(await section('welcome')).toMatchObject({ display_name: 'Come in', parent: { key: 'community' } })
    expect((await browser.get('/administration/sections/nowhere')).status).toBe(404)
  })
})

describe('members', () => {
  test('are found by the beginning of a name, and by being banned', async () => {
    const found = await browser.get('/administration/members?name=lovel')
    expect(found.text).toContain('Nobody was found')
    expect((await browser.get('/administration/members?name=Ada')).text).toContain(
      `/administration/members/${ada.id}`,
    )
    const short = await browser.get('/administration/members?name=a')
    expect([short.status, short.text.includes('id="name-problem"')]).toEqual([422, true])
    const mallory = await suite.member('mallory')
    await suite.call('PUT', `/users/${mallory.id}/ban`, { as: administrator, body: { reason: 'Threats' } })
    const banned = (await browser.get('/administration/members?state=Banned')).text
    expect([banned.includes(mallory.id), banned.includes(ada.id)]).toEqual([true, false])
  })

  test('are told of with their history, renamed, signed out and mailed once more', async () => {
    const path = `/administration/members/${ada.id}`
    await suite.call('POST', '/forum/sanctions', {
      as: administrator,
      body: { user: { type: 'User', id: ada.id }, kind: 'Warning', reason: 'Shouting', internal_note: '' },
    })
    expect((await browser.get(path)).text).toContain('Shouting')

    await suite.member('ben')
    const taken = await browser.fill(path, `${path}/names`, { new_username: 'ben' })
    expect([taken.status, taken.text.includes('id="new_username-problem"')]).toEqual([409, true])
    expect((await browser.fill(path, `${path}/names`, { display_name: 'Ada L' })).status).toBe(303)
    expect((await browser.get(path)).text).toContain('Ada L')

    const nothing = await browser.post(
      `${path}/resend`,
      fieldsOf((await browser.get(path)).text, `${path}/resend`),
    )
    expect([nothing.status, nothing.text.includes('There is no such mail')]).toEqual([404, true])
    const email = 'ada@example.org'
    await suite.call('POST', `/users/${ada.id}/emails`, { as: ada, body: { email } })
    const sentTo = async () => (await mails.list()).filter(({ to }) => to === email).length
    await expect.poll(sentTo).toBe(1)
    // A mail arrives a moment before its delivery is recorded.
    const sent = async () => (await browser.get('/administration/mails')).text
    await expect.poll(sent).toContain(`${path}/resend`)
    const form = fieldsOf(await sent(), `${path}/resend`)
    const twice = await Promise.all([1, 2].map(() => browser.post(`${path}/resend`, form)))
    for (const again of twice) expect((await browser.follow(again)).text).toContain('on its way')
    await expect.poll(sentTo).toBe(2)
    await browser.fill(path, `${path}/resend`, { kind: 'VerifyEmail' })
    await expect.poll(sentTo).toBe(3)

    expect((await browser.fill(path, `${path}/sessions/end`)).status).toBe(303)
    expect((await suite.call('GET', '/auth/self', { as: ada })).body.type).toBe('Guest')
    expect((await browser.get('/administration/members/nobody')).status).toBe(404)
  })

  test('are made administrators, lose that, get a password and are erased on their page', async () => {
    const dora = await suite.member('dora')
    const path = `/administration/members/${dora.id}`
    const act = async (what: string, fields: Record<string, string>) =>
      (await browser.fill(path, `${path}/${what}`, fields)).status
    const read = () => suite.call('GET', `/users/${dora.id}`, { as: administrator })
    for (const [one, is] of [
      ['name', true],
      ['revoke', false],
    ] as const) {
      expect(await act('administrator', { act: one })).toBe(303)
      expect((await read()).body.is_administrator).toBe(is)
    }
    const password = 'another long password'
    expect(await act('password', { new_password: 'short' })).toBe(422)
    expect(await act('password', { new_password: password })).toBe(303)
    const signedIn = await suite.call('PUT', '/auth/self', { body: { login: 'dora', password } })
    expect(signedIn.body.user.id).toBe(dora.id)
    expect(await act('erase', { is_sure: 'on' })).toBe(303)
    expect([(await read()).status, (await browser.get(path)).status]).toEqual([404, 404])
  })
})

test('a member’s new name stays when an administrator changes the other one', async () => {
  const member = await suite.member('carl')
  const path = `/administration/members/${member.id}`
  const names = `${path}/names`
  const seen = fieldsOf((await browser.get(path)).text, names)
  await suite.call('PATCH', `/users/${member.id}`, { as: member, body: { display_name: 'Carl C' } })
  const wrong = await browser.post(names, { ...seen, new_username: 'ada' })
  const kept = { ...seen, new_username: 'ada', 'form-token': expect.any(String) }
  expect([wrong.status, fieldsOf(wrong.text, names)]).toEqual([409, kept])
  const right = { ...fieldsOf(wrong.text, names), new_username: 'carl_c' }
  expect((await browser.post(names, right)).status).toBe(303)
  expect((await suite.call('GET', `/users/${member.id}`, { as: administrator })).body).toMatchObject({
    username: 'carl_c',
    display_name: { current: { value: 'Carl C' } },
  })
})

describe('roles', () => {
  const listed = '/administration/roles'

  test('are made by the name that others see, unmade in their list, and the log says so', async () => {
    const member = await suite.member('everywhere')
    const isModerator = async () => (await suite.call('GET', '/forum/reports', { as: member })).status === 200
    const role = 'GlobalModerator'
    const nobody = await browser.fill(listed, listed, { name: 'nobody at all', role })
    expect([nobody.status, nobody.text.includes('id="name-problem"')]).toEqual([422, true])
    expect(await isModerator()).toBe(false)
    for (const _twice of [1, 2])
      expect((await browser.fill(listed, listed, { name: 'Everywhere', role })).status).toBe(303)
    expect(await isModerator()).toBe(true)
    expect((await browser.get('/moderation/log')).text).toContain('(Global moderator)')
    await browser.fill(listed, `${listed}/revoke`)
    expect(await isModerator()).toBe(false)
    const own = await browserOf(suite, member).get(listed)
    expect(own.status).toBe(403)
  })
})

describe('applications', () => {
  const idOf = async () =>
    (await suite.call('GET', '/apps', { as: administrator })).body.items[0].id as string
  const appOf = async () => (await suite.call('GET', `/apps/${await idOf()}`, { as: administrator })).body

  test('are edited, each channel by itself', async () => {
    const path = `/administration/apps/${await idOf()}`
    const owners = `${suite.url}/members/${ada.id} and nobody else`
    expect((await browser.fill(path, path, { kind: 'Other', owners })).status).toBe(303)
    expect(await appOf()).toMatchObject({ kind: 'Other', owners: [{ id: ada.id }] })
    const unknown = await browser.fill(path, path, { owners: '01890000-0000-7000-8000-000000000000' })
    expect([unknown.status, unknown.text.includes('id="owners-problem"')]).toEqual([422, true])

    const beta = `${path}/channels/beta`
    const wrong = await browser.fill(path, beta, { user_uri: 'https://x.example/', description: 'Kept' })
    expect([wrong.status, wrong.text.includes('id="beta-user_uri-problem"')]).toEqual([422, true])
    expect(fieldsOf(wrong.text, beta).description).toBe('Kept')
    const right = { description: 'For the brave', status: 'Beta', visibility: 'Private', user_uri: '' }
    expect((await browser.fill(path, beta, right)).status).toBe(303)
    expect((await appOf()).channels.items[1]).toMatchObject({ ...right, user_uri: null })

    const renewed = await browser.fill(path, `${path}/channels/main/secret`)
    expect(renewed.text).toMatch(/<code>whsec_[\w+/=]+<\/code>/)
  })

  test('keep what another administrator has changed meanwhile', async () => {
    const path = `/administration/apps/${await idOf()}`
    const beta = `${path}/channels/beta`
    const { text } = await browser.get(path)
    const [app, channel] = [fieldsOf(text, path), fieldsOf(text, beta)]
    expect((await browser.fill(path, path, { owners: administrator.id })).status).toBe(303)
    const others = { is_official: 'on', rating: 'Adult', user_uri: 'https://beta.example/{user_id}' }
    expect((await browser.fill(path, beta, others)).status).toBe(303)

    expect((await browser.post(path, { ...app, kind: 'Platform' })).status).toBe(303)
    const wrong = await browser.post(beta, { ...channel, description: 'x'.repeat(20_000) })
    const again = fieldsOf(wrong.text, beta)
    expect([wrong.status, again.is_official, again.rating]).toEqual([422, undefined, channel.rating])
    expect((await browser.post(beta, { ...again, description: 'For testers' })).status).toBe(303)
    const changed = await appOf()
    expect(changed).toMatchObject({ kind: 'Platform', owners: [{ id: administrator.id }] })
    expect(changed.channels.items[1]).toMatchObject({
      ...others,
      is_official: true,
      description: 'For testers',
    })
  })

  test('are sent once more what they did not take', async () => {
    const { id } = await openThread(suite, administrator)
    await suite.call('PATCH', `/forum/threads/${id}`, { as: administrator, body: { is_locked: true } })
    const listed = '/administration/deliveries'
    await expect
      .poll(async () => (await browser.get(listed)).text, { timeout: 30_000 })
      .toContain('chess / main')
    const { text } = await browser.get(listed)
    const action = /action="(\/administration\/deliveries\/[^"]+)"/.exec(text)?.[1] ?? ''
    refuses = false
    const form = fieldsOf(text, action)
    const sent = await Promise.all([browser.post(action, form), browser.post(action, form)])
    expect(sent.map(({ status }) => status)).toEqual([303, 303])
    await expect.poll(() => received).toBe(1)
    expect((await browser.get(listed)).text).not.toContain(action)
  })

  test('are delivered to again when an administrator says so, after their receiver was gone', async () => {
    const path = `/administration/apps/${await idOf()}`
    const action = `${path}/channels/main/resume`
    expect((await browser.get(path)).text).not.toContain(action)
    isGone = true
    const { id } = await openThread(suite, administrator)
    const lock = (is_locked: boolean) =>
      suite.call('PATCH', `/forum/threads/${id}`, { as: administrator, body: { is_locked } })
    await lock(true)
    await expect.poll(async () => (await browser.get(path)).text, { timeout: 30_000 }).toContain(action)
    const before = received
    await lock(false)
    isGone = false
    expect((await browser.fill(path, action)).status).toBe(303)
    await expect.poll(() => received, { timeout: 30_000 }).toBe(before + 1)
    const { text } = await browser.get(path)
    expect(text).not.toContain(action)
    const again = await browser.post(action, fieldsOf(text, `${path}/channels/main/secret`))
    expect(again.status).toBe(303)
  })
})

describe('mails', () => {
  const path = '/administration/mails'

  test('of the operators are sent once, and once more when asked', async () => {
    const form = { ...fieldsOf((await browser.get(path)).text, path), recipient: 'eve@example.org' }
    const sent = await Promise.all([browser.post(path, form), browser.post(path, form)])
    expect(sent.map(({ status }) => status)).toEqual([303, 303])
    const sentTo = async () => (await mails.list()).filter(({ to }) => to === 'eve@example.org').length
    await expect.poll(sentTo).toBe(1)
    const { text } = await browser.get(path)
    const row = text.slice(text.indexOf('<ul class="rows">'))
    expect(row).toContain('eve@example.org')
    expect((await browser.post(path, fieldsOf(row, path))).status).toBe(303)
    await expect.poll(sentTo).toBe(2)
  })

  test('to what is no address are refused beside it', async () => {
    const { status, text } = await browser.fill(path, path, { recipient: 'nowhere' })
    expect([status, text.includes('id="recipient-problem"')]).toEqual([422, true])
    expect(fieldsOf(text, path).recipient).toBe('nowhere')
  })
})
