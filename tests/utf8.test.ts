import { request } from 'node:http'
import { Browser, hiddenFields } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let suite: Suite
let member: Member
beforeAll(async () => {
  suite = await sharedSite()
  member = await suite.member('ulla', { password: 'gehe\uFFFDm12345' })
})
afterAll(() => suite?.close())

/** Bytes that no decoder of UTF-8 takes: of Latin-1, an overlong form, half a surrogate pair, a cut character. */
const NOT_UTF8 = ['\xe9', '\xe4', '\xc0\xaf', '\xed\xa0\x80', '\xe2\x82', '\xf5\x80\x80\x80']
const escaped = (bytes: string) => [...bytes].map(percent).join('')
const percent = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

const send = (path: string, method: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${suite.url}${path}`, { method, body: bytesOf(body), headers, redirect: 'manual' })
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** With this target byte for byte, as `fetch` would not send it. */
const get = (target: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(suite.url)
    request({ hostname, port, path: target, headers: member.headers }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode ?? 0, text })
    })
      .on('error', reject)
      .end()
  })

/** As clients send them (PowerShell/PowerShell#7618, PowerShell/PowerShell#10971, aaronengels/DattoRMM#37). */
describe.each(NOT_UTF8)('bytes that are no UTF-8 (%j)', (bytes) => {
  test('are no JSON, whichever service reads it', async () => {
    for (const [path, method, body] of [
      ['/api/v1/forum/sections/welcome', 'POST', `{"title":"h${bytes}llo","body":"x"}`],
      ['/api/v1/users', 'POST', `{"username":"x","password":"gehe${bytes}m12345"}`],
      ['/api/v1/auth/self', 'PUT', `{"login":"ulla","password":"gehe${bytes}m12345"}`],
    ] as const) {
      const answer = await send(path, method, body, { ...JSON_TYPE, ...member.headers })
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        400,
        { error: 'request body is not valid JSON' },
      ])
    }
  })

  test('are no password by HTTP Basic', async () => {
    const parameter = Buffer.from(`ulla:gehe${bytes}m12345`, 'latin1').toString('base64')
    const answer = await send('/api/v1/users/none', 'PATCH', '{}', {
      ...JSON_TYPE,
      authorization: `Basic ${parameter}`,
    })
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'invalid credentials' }])
  })

  test.each([
    ['as they are', bytes],
    ['escaped', escaped(bytes)],
  ])('are in no form, %s', async (_, written) => {
    const origin = new URL(suite.url).origin
    const pages = [
      ['/sign-in', `login=ulla&password=gehe${written}m12345`],
      ['/password-reset', `email=${written}`],
      ['/search', `q=${written}`],
      ['/threads/x/reply', `body=${written}`],
    ]
    for (const [path = '', body = ''] of pages) {
      const answer = await send(path, 'POST', body, { ...FORM_TYPE, origin })
      expect([path, answer.status]).toEqual([path, 400])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const answer = await send(path, 'POST', `grant_type=refresh_token&token=${written}`, FORM_TYPE)
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        400,
        { error: 'invalid_request' },
      ])
    }
  })

  test.each([
    ['as they are', bytes],
    ['escaped', escaped(bytes)],
  ])('are in no address, %s', async (_, written) => {
    for (const target of [
      `/api/v1/forum/search?q=${written}lan`,
      `/search?q=${written}lan`,
      `/sign-in?next=/${written}`,
      `/api/v1/users?name=${written}`,
      `/api/v1/forum/threads/${written}`,
      `/threads/${written}`,
      `/oauth/authorize?client_id=x&state=${written}`,
    ])
      expect([target, (await get(target)).status]).toEqual([target, 400])
  })
})

test('a refused query parameter is named', async () => {
  const answer = await get('/api/v1/forum/search?in=titles&q=%E9lan')
  expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { error: 'invalid `q` query parameter' }])
})

describe('bytes that are UTF-8', () => {
  test('are taken in a body and an address', async () => {
    const utf8 = Buffer.from('Grüße 😀').toString('latin1')
    const opened = await send('/api/v1/forum/sections/welcome', 'POST', `{"title":"${utf8}","body":"x"}`, {
      ...JSON_TYPE,
      ...member.headers,
    })
    expect([opened.status, ((await opened.json()) as { title: string }).title]).toEqual([200, 'Grüße 😀'])
    for (const target of [
      `/api/v1/forum/search?q=${encodeURIComponent('Grüße 😀')}`,
      `/search?q=${encodeURIComponent('Grüße 😀')}&page=50%`,
      `/api/v1/users?name=${encodeURIComponent('Grüße')}`,
    ])
      expect([target, (await get(target)).status]).toEqual([target, 200])
  })

  test('a password is told apart by every letter', async () => {
    const browser = new Browser(suite.url)
    const page = await browser.get('/sign-in')
    const fields = { ...hiddenFields(page.text), login: member.username }
    const wrong = await browser.post('/sign-in', { ...fields, password: 'gehe\u00e4m12345' })
    expect(wrong.status).toBe(401)
    const right = await browser.post('/sign-in', { ...fields, password: 'gehe\uFFFDm12345' })
    expect(right.status).toBe(303)
  })

  test('a browser that names itself in Latin-1 signs in, and is told without those letters', async () => {
    for (const [sent, told] of [
      ['Navigateur \xe9t\xe9', 'Navigateur t'],
      [Buffer.from('Navigateur été').toString('latin1'), 'Navigateur été'],
    ] as const) {
      const answer = await send(
        '/api/v1/auth/self',
        'PUT',
        JSON.stringify({ login: member.username, password: member.password }).replace(
          '\uFFFD',
          '\xef\xbf\xbd',
        ),
        { ...JSON_TYPE, 'user-agent': sent },
      )
      expect(answer.status).toBe(200)
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const sessions = await suite.call('GET', `/users/${member.id}/sessions`, { headers: { cookie } })
      const current = sessions.body.items.find((one: { is_current: boolean }) => one.is_current)
      expect(current.user_agent).toBe(told)
    }
  })
})
