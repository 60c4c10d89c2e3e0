import type { Browser } from '@agora/testing/page-browser'
import { basic, bearer, type Member, type Suite } from '@agora/testing/suite'
import { beforeAll, describe, expect, test } from 'vitest'
import { baseAlone, type Client, obtainTokens, post, refresh, registerClient, signedIn } from './client.ts'
import type { World } from './world.ts'

/** What an access token tells of its member, and for how long. */
export function testUserinfo(world: World): void {
  let suite: Suite
  let client: Client
  let alice: Member
  let browser: Browser
  beforeAll(async () => {
    ;({ suite, alice, browser } = world)
    client = await registerClient(suite, 'asked', { allowed: baseAlone })
  })

  const scope = 'openid profile email base'
  const tokensFor = (wanted: string, over: Record<string, string | null> = {}) =>
    obtainTokens(suite, browser, client, wanted, over)
  const userinfo = (token: string, replica = 1, path = '/oauth/userinfo') =>
    suite.call('GET', `${suite.urls.gateway[replica]}${path}`, { as: bearer(token) })

  describe('userinfo', () => {
    test('takes the token in the header or a form, and nothing else', async () => {
      const { access_token: token } = await tokensFor('openid email')
      const at = `${suite.url}/oauth/userinfo`
      const send = (init: RequestInit, address = at) => fetch(address, init)
      const header = { authorization: `Bearer ${token}` }
      for (const answer of [
        await send({ method: 'POST', headers: header }),
        await send({ method: 'POST', body: new URLSearchParams({ access_token: token }) }),
      ])
        expect(await answer.json()).toMatchObject({ sub: alice.id, email: 'First@alice.example' })
      for (const [what, answer, status, challenge] of [
        [
          'two tokens',
          await send({ method: 'POST', headers: header, body: new URLSearchParams({ access_token: token }) }),
          400,
          /invalid_request/,
        ],
        ['a token in the address', await send({}, `${at}?access_token=${token}`), 400, /invalid_request/],
        [
          'HTTP Basic',
          await send({ headers: basic(client.key, client.secret).headers }),
          400,
          /invalid_request/,
        ],
        ['nothing', await send({}), 401, /^Bearer realm="[^"]+"$/],
        ['a wrong token', await send({ headers: { authorization: 'Bearer x' } }), 401, /invalid_token/],
      ] as const) {
        expect([answer.status, answer.headers.get('www-authenticate')], what).toEqual([
          status,
          expect.stringMatching(challenge),
        ])
      }
      const session = await browser.get('/oauth/userinfo')
      expect([session.status, session.text]).toEqual([401, expect.not.stringContaining(alice.id)])
    })

    test('needs `openid`, and says so', async () => {
      const { access_token: token } = await tokensFor('base')
      const answer = await userinfo(token)
      expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_scope'])
      expect(answer.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="openid"/)
      const own = await post(suite, client, { grant_type: 'client_credentials', scope: 'base openid' })
      expect(own.body.scope).toBe('base')
      expect((await userinfo(own.body.access_token)).status).toBe(401)
    })

    test('ends on every replica with the grant, a ban, a new password and an erasure', async () => {
      const administrator = await suite.administrator()
      const ends: Record<string, (member: Member) => Promise<{ status: number }>> = {
        grant: (member) => suite.call('DELETE', `/users/${member.id}/grants/${client.id}`, { as: member }),
        ban: (member) =>
          suite.call('PUT', `/users/${member.id}/ban`, { as: administrator, body: { reason: 'x' } }),
        password: (member) =>
          suite.call('PATCH', `/users/${member.id}`, {
            as: member,
            body: { password: 'another password', current_password: member.password },
          }),
        erasure: (member) =>
          suite.call('DELETE', `/users/${member.id}`, {
            as: member,
            body: { current_password: member.password },
          }),
      }
      for (const [what, end] of Object.entries(ends)) {
        const member = await suite.member(`ended_by_${what}`)
        const own = await signedIn(suite.url, member.username, member.password)
        const tokens = await obtainTokens(suite, own, client, scope)
        expect((await userinfo(tokens.access_token)).status).toBe(200)
        expect((await end(member)).status, what).toBeLessThan(300)
        for (const replica of [0, 1])
          expect((await userinfo(tokens.access_token, replica)).status, what).toBe(401)
        expect((await refresh(suite, client, tokens.refresh_token)).body.error, what).toBe('invalid_grant')
      }
    })

    test('takes no other body, and no parameter twice', async () => {
      const { access_token: token } = await tokensFor('openid')
      const send = (body: string, type: string) =>
        fetch(`${suite.url}/oauth/userinfo`, {
          method: 'POST',
          body,
          headers: { authorization: `Bearer ${token}`, 'content-type': type },
        })
      const form = 'application/x-www-form-urlencoded'
      for (const answer of [
        await send('{"scope":"email"}', 'application/json'),
        await send('scope=openid&scope=email', form),
        await send('scope=%ff', form),
      ])
        expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_request'])
      const more = await send('scope=email', form)
      expect([more.status, (await more.json()).error]).toEqual([403, 'insufficient_scope'])
    })

    test('counts as the use of a grant', async () => {
      const member = await suite.member('asked_about')
      const own = await signedIn(suite.url, member.username, member.password)
      const tokens = await obtainTokens(suite, own, client, scope)
      await userinfo(tokens.access_token)
      const { body } = await suite.call('GET', `/users/${member.id}/grants`, { as: member })
      expect(body.items).toMatchObject([
        { scopes: ['base', 'openid', 'profile', 'email'], last_used_at: expect.any(String) },
      ])
    })
  })
}
