import { Browser } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { beforeAll, describe, expect, test } from 'vitest'
import { purge, query } from '../query.ts'
import {
  authorizationRequest,
  baseAlone,
  type Client,
  claimsOf,
  decide,
  exchange,
  post,
  refresh,
  registerClient,
  signedIn,
} from './client.ts'
import type { World } from './world.ts'

/** When members are asked: for their consent, and to sign in. */
export function testPrompts(world: World): void {
  let suite: Suite
  let client: Client
  let browser: Browser
  beforeAll(async () => {
    ;({ suite, browser } = world)
    client = await registerClient(suite, 'asking', { allowed: baseAlone })
  })

  describe('a consent', () => {
    const silently = (as: Browser, of: Client, wanted: string, over: Record<string, string | null> = {}) =>
      as.get(authorizationRequest(of, wanted, { prompt: null, ...over }).path)
    const outcome = async (page: Promise<{ location: string | undefined }>) => {
      const url = new URL((await page).location!)
      return (
        url.searchParams.get('error') ?? (url.searchParams.has('code') ? 'code' : url.pathname.split('/')[1])
      )
    }
    let bob: Member
    let bobs: Browser
    beforeAll(async () => {
      bob = await suite.member('consenting')
      bobs = await signedIn(suite.url, bob.username, bob.password)
    })

    test('that covers what is asked is not asked again, unless the client wants it', async () => {
      const known = await registerClient(suite, 'known')
      expect(await outcome(silently(bobs, known, 'openid base', { prompt: 'none' }))).toBe('consent_required')
      await decide(bobs, authorizationRequest(known, 'openid base forum:read', { prompt: null }).path)
      for (const wanted of ['openid base forum:read', 'base', 'openid'])
        expect(await outcome(silently(bobs, known, wanted)), wanted).toBe('code')
      expect(await outcome(silently(bobs, known, 'base', { prompt: 'none' }))).toBe('code')
      expect(await outcome(silently(bobs, known, 'base', { client_id: known.key }))).toBe('code')
      expect(await outcome(silently(bobs, known, 'base', { prompt: 'consent' }))).toBe('consent')
      expect(await outcome(silently(bobs, known, 'openid email'))).toBe('consent')
      expect(await outcome(silently(bobs, known, 'base forum:write', { prompt: 'none' }))).toBe(
        'consent_required',
      )
      const another = await registerClient(suite, 'unknown')
      expect(await outcome(silently(bobs, another, 'base'))).toBe('consent')
      expect(await outcome(silently(browser, known, 'base'))).toBe('consent')
    })

    test('gives tokens with what is asked alone, and no grant besides', async () => {
      const narrow = await registerClient(suite, 'narrow')
      await decide(bobs, authorizationRequest(narrow, 'base forum:read forum:write', { prompt: null }).path)
      const request = authorizationRequest(narrow, 'forum:read', { prompt: null })
      const code = new URL((await bobs.get(request.path)).location!).searchParams.get('code')!
      const tokens = (await exchange(suite, narrow, { code, verifier: request.verifier })).body
      expect(tokens.scope).toBe('forum:read')
      expect((await refresh(suite, narrow, tokens.refresh_token, { scope: 'forum:write' })).body.error).toBe(
        'invalid_scope',
      )
      const [row] = await query(
        suite,
        `SELECT count(*)::int AS n FROM oauth_grant WHERE client_id = '${narrow.id}'`,
      )
      expect(row!.n).toBe(1)
    })

    test('holds when the member signs out of the application, and without any token, for 180 days', async () => {
      const forgotten = await registerClient(suite, 'forgotten')
      const agree = async () => {
        const { path, verifier } = authorizationRequest(forgotten, 'base', { prompt: null })
        const code = (await decide(bobs, path)).get('code')!
        return (await exchange(suite, forgotten, { code, verifier })).body
      }
      const ask = () => outcome(silently(bobs, forgotten, 'base'))
      await agree()
      expect(await ask()).toBe('code')
      await suite.call('DELETE', `/users/${bob.id}/grants/${forgotten.key}`, { as: bob })
      expect(await ask()).toBe('consent')
      const { refresh_token: token } = await agree()
      await post(suite, forgotten, { token }, 'revoke')
      expect(await ask()).toBe('code')
      await query(
        suite,
        `UPDATE oauth_grant SET created_at = now() - interval '170 days' WHERE client_id = '${forgotten.id}'`,
      )
      await query(suite, `DELETE FROM oauth_token WHERE client_id = '${forgotten.id}'`)
      await purge(suite)
      expect(await ask()).toBe('code')
      await query(
        suite,
        `UPDATE oauth_grant SET expires_at = now() - interval '1 s' WHERE client_id = '${forgotten.id}'`,
      )
      expect(await ask()).toBe('consent')
    })

    test('is asked each time for a program that any other could pose as', async () => {
      for (const [key, callback] of [
        ['native', 'http://127.0.0.1/callback'],
        ['developing', 'https://localhost:8443/callback'],
        ['developing_too', 'https://[::1]/callback'],
      ] as const) {
        const native = await registerClient(suite, key, { secret: null, callback })
        await decide(bobs, authorizationRequest(native, 'base', { prompt: null }).path)
        expect(await outcome(silently(bobs, native, 'base')), callback).toBe('consent')
        expect(await outcome(silently(bobs, native, 'base', { prompt: 'none' }))).toBe('consent_required')
      }
      const page = await registerClient(suite, 'page', { secret: null })
      await decide(bobs, authorizationRequest(page, 'base', { prompt: null }).path)
      expect(await outcome(silently(bobs, page, 'base'))).toBe('code')
    })

    test('withdrawn between a code and its redemption gives no tokens', async () => {
      const raced = await registerClient(suite, 'raced')
      await decide(bobs, authorizationRequest(raced, 'openid', { prompt: null }).path)
      const request = authorizationRequest(raced, 'openid', { prompt: null })
      const code = new URL((await bobs.get(request.path)).location!).searchParams.get('code')!
      await suite.call('DELETE', `/users/${bob.id}/grants/${raced.id}`, { as: bob })
      const answer = await exchange(suite.urls.gateway[1]!, raced, { code, verifier: request.verifier })
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
    })
  })

  describe('a sign-in', () => {
    const request = (over: Record<string, string | null>) =>
      authorizationRequest(client, 'openid', { prompt: null, ...over }).path
    const back = async (as: Browser, path: string) => {
      const { location } = await as.get(path)
      return new URL(location!)
    }
    async function fresh(name: string) {
      const member = await suite.member(name)
      const own = await signedIn(suite.url, member.username, member.password)
      await decide(own, request({}))
      return { member, own }
    }
    const age = (member: Member, seconds: number) =>
      query(
        suite,
        `UPDATE session SET confirmed_at = now() - interval '${seconds} s' WHERE account_id = '${member.id}'`,
      )

    test.each([
      ['prompt=login', { prompt: 'login' }],
      ['max_age=0', { max_age: '0' }],
      ['max_age, exceeded', { max_age: '60' }],
    ] as const)('is made anew for %s, and once', async (what, over) => {
      const { member, own } = await fresh(`anew_${what.replaceAll(/\W/g, '')}`)
      await age(member, 3600)
      const signIn = await back(own, request(over))
      expect(signIn.pathname).toBe('/sign-in')
      const again = signIn.searchParams.get('next')!
      // Without a sign-in there is no way around.
      expect((await back(own, again)).pathname).toBe('/sign-in')
      const page = await own.submit(signIn.href, { login: member.username, password: member.password })
      const answer = await own.get(page.location!)
      expect(answer.location).toMatch(/[?&]code=/)
    })

    test('that is not too old suffices; `auth_time` tells its age', async () => {
      const { member, own } = await fresh('recent')
      await age(member, 50)
      const { path, verifier } = authorizationRequest(client, 'openid', { prompt: null, max_age: '3600' })
      const code = (await back(own, path)).searchParams.get('code')!
      const { body } = await exchange(suite, client, { code, verifier })
      const { auth_time: time, iat } = await claimsOf(suite.url, client, body.id_token)
      expect(iat! - Number(time)).toBeGreaterThanOrEqual(50)
    })

    test('cannot be asked for without a page', async () => {
      const { member, own } = await fresh('unasked')
      await age(member, 3600)
      const refused = await back(own, request({ prompt: 'none', max_age: '60' }))
      expect(refused.searchParams.get('error')).toBe('login_required')
      const guest = await back(new Browser(suite.url), request({ prompt: 'none' }))
      expect(guest.searchParams.get('error')).toBe('login_required')
      const both = await back(own, request({ prompt: 'none login' }))
      expect(both.searchParams.get('error')).toBe('invalid_request')
    })
  })
}
