import { Browser, contentOf, hiddenFields } from '@agora/testing/page-browser'
import { bearer, type Member, type Suite } from '@agora/testing/suite'
import { beforeAll, describe, expect, test } from 'vitest'
import { logsOf } from '../dump.ts'
import { query } from '../query.ts'
import { allScopes, type Client, post, refresh, registerClient, signedIn } from './client.ts'
import type { World } from './world.ts'

export function testDevices(world: World): void {
  const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

  let suite: Suite
  let television: Client
  let alice: Member
  let browser: Browser
  beforeAll(async () => {
    ;({ suite, alice, browser } = world)
    television = await registerClient(suite, 'console', {
      secret: null,
      callback: 'http://127.0.0.1/callback',
    })
  })

  test('is for programs of a device: a page’s client is known by its own address alone', async () => {
    const page = await registerClient(suite, 'a_page', { secret: null })
    const { status, body } = await post(suite, page, { scope: 'base' }, 'device')
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  interface Device {
    device_code: string
    user_code: string
  }
  const begin = async (client = television, scope = 'openid base'): Promise<Device> => {
    const { status, body, text } = await post(suite, client, { scope }, 'device')
    if (status !== 200) throw new Error(text)
    return body
  }
  const poll = (device: Device, client = television, site: Suite | string = suite) =>
    post(site, client, { grant_type: DEVICE_GRANT, device_code: device.device_code })
  const errorOf = async (polling: ReturnType<typeof poll>) => {
    const { status, body } = await polling
    return [status, body.error]
  }
  /** Lets the devices’ pauses be over. */
  const pause = () => query(suite, `UPDATE oauth_device SET polled_at = polled_at - interval '1 hour'`)
  const enter = (as: Browser, user_code: string) => as.submit('/device', { user_code })
  async function answer(as: Browser, { user_code }: Device, decision = 'allow') {
    const asked = await enter(as, user_code)
    if (asked.status !== 200) throw new Error(`${asked.status} ${asked.text}`)
    return as.post('/device', { ...hiddenFields(asked.text), decision })
  }

  describe('a device', () => {
    test('is told where its user goes, asks until they have answered, and gets tokens once', async () => {
      const { status, body, headers } = await post(suite, television, { scope: 'openid base' }, 'device')
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(body).toEqual({
        device_code: expect.stringMatching(/^[\w-]{43}$/),
        user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
        verification_uri: `${suite.url}/device`,
        verification_uri_complete: `${suite.url}/device?user_code=${body.user_code}`,
        expires_in: 600,
        interval: 5,
      })
      expect(await errorOf(poll(body))).toEqual([400, 'authorization_pending'])
      const asked = await enter(browser, body.user_code)
      expect(contentOf(asked.text)).toMatch(/The console client.*alice.*see who you are/s)
      expect(contentOf(asked.text)).toContain(`<code>${body.user_code}</code>`)
      const done = await answer(browser, body)
      expect([done.status, done.text.includes('The device now has access')]).toEqual([200, true])
      const tokens = (await poll(body, television, suite.urls.gateway[1]!)).body
      expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'base openid', expires_in: 3600 })
      expect(JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString())).toMatchObject({
        sub: alice.id,
        aud: television.id,
        auth_time: expect.any(Number),
      })
      expect((await refresh(suite, television, tokens.refresh_token)).status).toBe(200)
      // Asking once more was a thief, or was one before.
      expect(await errorOf(poll(body))).toEqual([400, 'invalid_grant'])
      const self = await suite.call('GET', '/auth/self', { as: bearer(tokens.access_token) })
      expect(self.body.type).toBe('Guest')
    })

    test('that asks too often has to wait longer each time, on any replica', async () => {
      const device = await begin()
      const ask = (replica: number) => errorOf(poll(device, television, suite.urls.gateway[replica]!))
      expect(await ask(0)).toEqual([400, 'authorization_pending'])
      expect(await ask(1)).toEqual([400, 'slow_down'])
      await query(suite, `UPDATE oauth_device SET polled_at = now() - interval '8 s'`)
      expect(await ask(0)).toEqual([400, 'slow_down'])
      await query(suite, `UPDATE oauth_device SET polled_at = now() - interval '16 s'`)
      expect(await ask(1)).toEqual([400, 'authorization_pending'])
      await answer(browser, device)
      expect((await poll(device)).status).toBe(200)
    })

    test('is told that its user refused, or took too long', async () => {
      const refused = await begin()
      expect((await answer(browser, refused, 'refuse')).text).toContain('was given no access')
      expect(await errorOf(poll(refused))).toEqual([400, 'access_denied'])
      expect(await errorOf(poll(refused))).toEqual([400, 'invalid_grant'])
      const late = await begin()
      await query(
        suite,
        `UPDATE oauth_device SET expires_at = now() - interval '1 s',
       payload = regexp_replace(payload, '"exp":[0-9]+', '"exp":1')`,
      )
      expect(await errorOf(poll(late))).toEqual([400, 'expired_token'])
      expect((await enter(browser, late.user_code)).text).toContain('No device is waiting for this code')
    })

    test('asked by ten requests at once gets one answer at most, which does not stay valid', async () => {
      const device = await begin()
      await answer(browser, device)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => poll(device, television, suite.urls.gateway[index % 2]!)),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect(won.length).toBeLessThanOrEqual(1)
      for (const { body } of won) {
        const self = await suite.call('GET', '/auth/self', { as: bearer(body.access_token) })
        expect(self.body.type).toBe('Guest')
      }
    })

    test('has a code for its own client alone, which proves who it is', async () => {
      const server = await registerClient(suite, 'device_server')
      const device = await begin(server)
      expect(await errorOf(poll(device))).toEqual([400, 'invalid_grant'])
      expect(await errorOf(poll(device, { ...server, secret: 'wrong' }))).toEqual([401, 'invalid_client'])
      for (const as of [undefined, { ...server, secret: 'wrong' }]) {
        const answer = await post(suite, as, {}, 'device')
        expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
      }
      expect(await errorOf(poll({ device_code: 'x'.repeat(43), user_code: '' }))).toEqual([
        400,
        'invalid_grant',
      ])
      expect(await errorOf(poll({ device_code: '\0', user_code: '' }))).toEqual([400, 'invalid_grant'])
    })

    test('asks for no more than its client may have, and for something', async () => {
      const narrow = await registerClient(suite, 'narrow_device', {
        secret: null,
        callback: 'http://127.0.0.1/callback',
        allowed: { ...allScopes, forum_write: false, forum_moderate: false, base: false },
      })
      const none = await post(suite, narrow, { scope: 'forum:write' }, 'device')
      expect([none.status, none.body.error]).toEqual([400, 'invalid_scope'])
      const long = await post(suite, narrow, { scope: 'forum:read', nonce: 'x'.repeat(5_000) }, 'device')
      expect([long.status, long.body.error]).toEqual([400, 'invalid_request'])
      const device = await begin(narrow, 'forum:read forum:write')
      await answer(browser, device)
      expect((await poll(device, narrow)).body.scope).toBe('forum:read')
    })
  })

  describe('the member', () => {
    test('signs in first, keeps the code on the way, and finds the page in their language', async () => {
      const bob = await suite.member('viewer')
      const own = new Browser(suite.url, { 'accept-language': 'fr' })
      const { user_code: code } = await begin()
      const toSignIn = await own.get(`/device?user_code=${code}`)
      const back = await own.submit(toSignIn.location!, { login: bob.username, password: bob.password })
      const page = await own.get(back.location!)
      expect(contentOf(page.text)).toMatch(new RegExp(`Connecter un appareil.*value="${code}"`, 's'))
    })

    test('may write the code as they like', async () => {
      const device = await begin()
      const [first, second] = device.user_code.toLowerCase().split('-')
      const wide = [...`${first}${second}`.toUpperCase()].map((letter) =>
        String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
      )
      for (const typed of [` ${first} ${second}`, wide.join('')])
        expect((await enter(browser, typed)).text).toContain('The console client')
    })

    test('is asked each time, whatever was allowed before', async () => {
      for (const _ of [1, 2]) {
        const device = await begin()
        expect((await enter(browser, device.user_code)).text).toContain('value="allow"')
        expect(await errorOf(poll(device))).toEqual([400, 'authorization_pending'])
      }
    })

    test('answers once: of many answers at the same time one counts, and the first grant stays the only one', async () => {
      const server = await registerClient(suite, 'raced_device')
      const device = await begin(server)
      const hidden = hiddenFields((await enter(browser, device.user_code)).text)
      const decisions = ['allow', 'refuse', 'allow', 'refuse', 'allow', 'allow']
      const pages = await Promise.all(
        decisions.map((decision) => browser.post('/device', { ...hidden, decision })),
      )
      expect(pages.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(pages.filter(({ status }) => status === 422)).toHaveLength(decisions.length - 1)
      const isAllowed = pages.some(({ text }) => text.includes('The device now has access'))
      const grants = await query(suite, `SELECT 1 FROM oauth_grant WHERE client_id = '${server.id}'`)
      expect([grants.length, (await poll(device, server)).status]).toEqual(isAllowed ? [1, 200] : [0, 400])
    })

    test('sees the grant among their applications, and ends it there', async () => {
      const device = await begin()
      await answer(browser, device)
      await suite.call('DELETE', `/users/${alice.id}/grants/${television.key}`, { as: alice })
      expect(await errorOf(poll(device))).toEqual([400, 'invalid_grant'])
      const again = await begin()
      await answer(browser, again)
      const { body } = await poll(again)
      const granted = await suite.call('GET', `/users/${alice.id}/grants`, { as: alice })
      expect(granted.body.items).toContainEqual(
        expect.objectContaining({
          client: expect.objectContaining({ id: television.id }),
          scopes: ['base', 'openid'],
        }),
      )
      await suite.call('DELETE', `/users/${alice.id}/grants/${television.key}`, { as: alice })
      expect((await refresh(suite, television, body.refresh_token)).body.error).toBe('invalid_grant')
    })

    test('who signed out meanwhile answers nothing', async () => {
      const carol = await suite.member('leaver')
      const own = await signedIn(suite.url, carol.username, carol.password)
      const device = await begin()
      const hidden = hiddenFields((await enter(own, device.user_code)).text)
      await own.fill('/preferences', '/leave')
      const late = await own.post('/device', { ...hidden, decision: 'allow' })
      expect([late.status, late.location]).toEqual([303, expect.stringContaining('/sign-in?next=')])
      expect(await errorOf(poll(device))).toEqual([400, 'authorization_pending'])
    })

    test('answers by no other site’s form, nor without the page’s own', async () => {
      const device = await begin()
      const hidden = hiddenFields((await enter(browser, device.user_code)).text)
      const fields: Record<string, string> = { ...hidden, decision: 'allow' }
      expect((await browser.post('/device', fields, { origin: 'https://evil.example' })).status).toBe(403)
      const { 'form-token': _, ...without } = fields
      expect((await browser.post('/device', without)).status).toBe(403)
      expect(await errorOf(poll(device))).toEqual([400, 'authorization_pending'])
      await pause()
    })
  })

  test('no code is stored or logged as it is', async () => {
    const device = await begin()
    await enter(browser, device.user_code)
    await poll(device)
    const rows = await query(suite, `SELECT d::text AS row FROM oauth_device d`)
    const text = JSON.stringify(rows) + logsOf(suite)
    for (const code of [device.device_code, device.user_code, device.user_code.replace('-', '')])
      expect(text.includes(code)).toBe(false)
  })
}
