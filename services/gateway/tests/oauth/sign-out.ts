import { Browser, contentOf, hiddenFields } from '@agora/testing/page-browser'
import { bearer, type Member, type Suite } from '@agora/testing/suite'
import { decodeProtectedHeader, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Client,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  registerClient,
  signedIn,
} from './client.ts'
import type { World } from './world.ts'

export function testSignOut(world: World): void {
  describe('signing out for an application', () => {
    let suite: Suite
    let client: Client
    let alice: Member
    beforeAll(async () => {
      ;({ suite, alice } = world)
      client = await registerClient(suite, 'game')
    })

    const home = 'https://game.example/bye?lang=en'
    const asksAlice = () => signedIn(suite.url, alice.username, alice.password)
    const idTokenOf = async (browser: Browser, of = client): Promise<string> =>
      (await exchange(suite, of, await obtainCode(browser, of, 'openid'))).body.id_token
    const ask = (browser: Browser, parameters: Record<string, string>) =>
      browser.get(`/oauth/end-session?${new URLSearchParams(parameters)}`)
    const isSignedIn = async (browser: Browser) =>
      JSON.parse((await browser.get('/api/v1/auth/self')).text).type === 'User'
    const leadsOnTo = (text: string) =>
      /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

    test('a member is asked, signed out here, and led back with the application’s state', async () => {
      const browser = await asksAlice()
      const tokens = (await exchange(suite, client, await obtainCode(browser, client, 'openid'))).body
      const asked = await ask(browser, {
        id_token_hint: tokens.id_token,
        post_logout_redirect_uri: home,
        state: 'a&b c',
      })
      expect([asked.status, asked.headers.get('cache-control')]).toEqual([303, 'no-store'])
      const question = await browser.get(asked.location!)
      expect(contentOf(question.text)).toMatch(/The game client.*alice.*Sign out.*Stay signed in/s)
      expect(await isSignedIn(browser)).toBe(true)
      const sent = await browser.submit(asked.location!, {})
      expect([sent.status, await isSignedIn(browser)]).toEqual([303, false])
      const end = await browser.get(sent.location!)
      expect([end.status, leadsOnTo(end.text), end.headers.get('cache-control')]).toEqual([
        200,
        `${home}&state=a%26b+c`,
        'no-store',
      ])
      // What the application was granted stays.
      expect((await refresh(suite.urls.gateway[1]!, client, tokens.refresh_token)).status).toBe(200)
    })

    test('who stays signed in goes back as well', async () => {
      const browser = await asksAlice()
      const asked = await ask(browser, { client_id: client.id, post_logout_redirect_uri: home })
      expect(contentOf((await browser.get(asked.location!)).text)).toContain(
        `<a href="${home}">Stay signed in</a>`,
      )
      expect(await isSignedIn(browser)).toBe(true)
    })

    test('the question is put in the member’s language', async () => {
      const browser = await asksAlice()
      const asked = await ask(browser, { client_id: client.id, post_logout_redirect_uri: home })
      const french = await browser.send('GET', asked.location!, undefined, { 'accept-language': 'fr' })
      expect(contentOf(french.text)).toMatch(/Se déconnecter de .*Rester connecté/s)
    })

    test('without an application to go back to the member is asked all the same', async () => {
      const browser = await asksAlice()
      for (const parameters of [{}, { client_id: client.id }, { post_logout_redirect_uri: home }]) {
        const asked = await ask(browser, parameters as Record<string, string>)
        expect(asked.location).toBe(`${suite.url}/sign-out`)
      }
      const sent = await browser.submit('/sign-out', {})
      expect([sent.location, await isSignedIn(browser)]).toEqual([`${suite.url}/signed-out`, false])
      expect((await browser.get('/sign-out')).location).toBe(`${suite.url}/signed-out`)
    })

    test('who is not signed in, or is somebody else, goes back unasked and unchanged', async () => {
      const hint = await idTokenOf(await asksAlice())
      const parameters = { id_token_hint: hint, post_logout_redirect_uri: home, state: 's' }
      expect((await ask(new Browser(suite.url), parameters)).location).toBe(`${home}&state=s`)
      const bob = await suite.member('somebody_else')
      const bobs = await signedIn(suite.url, bob.username, bob.password)
      expect((await ask(bobs, parameters)).location).toBe(`${home}&state=s`)
      expect(await isSignedIn(bobs)).toBe(true)
    })

    test('an old hint still tells whom it is about; one that is forged or another’s is refused', async () => {
      const browser = await asksAlice()
      const other = await registerClient(suite, 'another_game')
      const hint = await idTokenOf(browser)
      const [header, payload] = hint.split('.')
      const forged = (key: string) =>
        new SignJWT({ sub: alice.id })
          .setProtectedHeader({ ...decodeProtectedHeader(hint), alg: 'HS256' })
          .setIssuer(suite.url)
          .setAudience(client.id)
          .sign(Buffer.from(key.padEnd(32, '.')))
      const foreign = { client_id: other.id, post_logout_redirect_uri: 'https://another_game.example/' }
      const refused: Record<string, string>[] = [
        { id_token_hint: await forged(client.secret) },
        { id_token_hint: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.` },
        { id_token_hint: `${header}.${payload}.AAAA` },
        { id_token_hint: 'x' },
        { id_token_hint: hint, ...foreign },
        { client_id: 'nobody@clients', post_logout_redirect_uri: home },
      ]
      for (const parameters of refused) {
        const page = await ask(browser, { post_logout_redirect_uri: home, ...parameters })
        expect([page.status, page.location], JSON.stringify(parameters)).toEqual([400, undefined])
      }
      expect(await isSignedIn(browser)).toBe(true)
    })

    test('nobody is sent to where no callback of the application is', async () => {
      const browser = await asksAlice()
      const native = await registerClient(suite, 'native', {
        secret: null,
        callback: 'http://127.0.0.1/callback',
      })
      const app = await registerClient(suite, 'app', { secret: null, callback: 'com.example.game:/callback' })
      const foreign: [Client, string][] = [
        [client, 'https://evil.example/'],
        [client, 'http://game.example/'],
        [client, 'https://game.example:8443/'],
        [client, 'https://game.example.evil.example/'],
        [client, 'https://game.example@evil.example/'],
        [client, 'javascript:alert(1)//game.example'],
        [client, '//evil.example/'],
        [client, '/sign-in'],
        [native, 'http://127.0.0.2:40123/'],
        [native, 'http://localhost/'],
        [app, 'com.example.other:/bye'],
        [app, 'https://game.example/'],
      ]
      for (const [of, to] of foreign) {
        const page = await ask(browser, { client_id: of.id, post_logout_redirect_uri: to })
        expect([page.status, page.location], to).toEqual([400, undefined])
        // Nor by the pages themselves.
        const query = new URLSearchParams({ client: of.id, to })
        for (const path of ['/sign-out', '/signed-out']) {
          const { text } = await browser.get(`${path}?${query}`)
          expect([leadsOnTo(text), hiddenFields(text).to], to).toEqual([undefined, undefined])
        }
      }
      for (const [of, to] of [
        [native, 'http://127.0.0.1:40123/bye'],
        [app, 'com.example.game:/bye'],
      ] as const) {
        const { location } = await ask(browser, { client_id: of.id, post_logout_redirect_uri: to })
        expect(new URL(location!).searchParams.get('to')).toBe(to)
      }
    })

    test('another site’s form leads to the question, and signs nobody out', async () => {
      const browser = await asksAlice()
      const fields = { client_id: client.id, post_logout_redirect_uri: home, state: 's' }
      const foreign = { origin: 'https://game.example', 'sec-fetch-site': 'cross-site' }
      const asked = await browser.post('/oauth/end-session', fields, foreign)
      expect([asked.status, asked.location]).toEqual([
        303,
        `${suite.url}/oauth/end-session?${new URLSearchParams(fields)}`,
      ])
      expect((await browser.get(asked.location!)).location).toMatch(/\/sign-out\?client=/)
      const question = `/sign-out?${new URLSearchParams({ client: client.id, to: home })}`
      const hidden = hiddenFields((await browser.get(question)).text)
      expect((await browser.post('/sign-out', hidden, foreign)).status).toBe(403)
      const { 'form-token': _, ...without } = hidden
      const page = await browser.post('/sign-out', without)
      expect([page.status, page.text.includes('open for too long')]).toEqual([403, true])
      expect(await isSignedIn(browser)).toBe(true)
      for (const [body, type] of [
        ['{"client_id":"x"}', 'application/json'],
        ['client_id=%ff', 'application/x-www-form-urlencoded'],
      ] as const)
        expect(
          (await browser.send('POST', '/oauth/end-session', body, { 'content-type': type })).status,
        ).toBe(400)
      const twice = await browser.get(`/oauth/end-session?client_id=${client.id}&client_id=${client.id}`)
      expect(twice.status).toBe(400)
    })

    test('a form that was answered elsewhere leads on', async () => {
      const browser = await asksAlice()
      const { access_token: token } = await obtainTokens(suite, browser, client, 'base')
      const question = `/sign-out?${new URLSearchParams({ client: client.id, to: home })}`
      const hidden = hiddenFields((await browser.get(question)).text)
      await browser.post('/sign-out', hidden)
      const again = await browser.post('/sign-out', hidden)
      expect(again.location).toContain('/signed-out?client=')
      expect((await suite.call('GET', '/auth/self', { as: bearer(token) })).body.type).toBe('AccessToken')
    })
  })
}
