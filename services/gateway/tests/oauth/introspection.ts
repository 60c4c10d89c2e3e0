import type { Browser } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  allScopes,
  baseAlone,
  type Client,
  obtainCode,
  obtainTokens,
  post,
  refresh,
  registerClient,
} from './client.ts'
import type { World } from './world.ts'

export function testIntrospection(world: World): void {
  let suite: Suite
  let client: Client
  let alice: Member
  let browser: Browser
  beforeAll(async () => {
    ;({ suite, alice, browser } = world)
    client = await registerClient(suite, 'introspecting', { allowed: baseAlone })
  })
  const tokensFor = (wanted: string, over: Record<string, string | null> = {}) =>
    obtainTokens(suite, browser, client, wanted, over)

  describe('introspection', () => {
    const ask = (as: Client | undefined, token: string, over = {}) =>
      post(suite.urls.gateway[1]!, as, { token, ...over }, 'introspect')

    test('tells a client about its own tokens', async () => {
      const tokens = await tokensFor('openid base')
      const { status, body } = await ask(client, tokens.access_token)
      expect([status, body]).toEqual([
        200,
        {
          active: true,
          client_id: client.id,
          sub: alice.id,
          // Where no address is configured, the site is known by the one that was asked.
          iss: suite.urls.gateway[1],
          scope: 'base openid',
          token_type: 'Bearer',
          iat: expect.any(Number),
          exp: body.iat + 3600,
        },
      ])
      expect((await ask(client, tokens.refresh_token)).body).toMatchObject({ active: true, sub: alice.id })
      const own = await post(suite, client, { grant_type: 'client_credentials' })
      const answer = (await ask(client, own.body.access_token)).body
      expect(answer).toMatchObject({ active: true, client_id: client.id, scope: 'base' })
      expect(answer.sub).toBeUndefined()
    })

    test('tells nothing of what is another client’s, spent, ended or made up', async () => {
      const other = await registerClient(suite, 'curious')
      const tokens = await tokensFor('openid base')
      const inactive = { status: 200, body: { active: false } }
      const told = async (as: Client, token: string, over = {}) => {
        const { status, body } = await ask(as, token, over)
        return { status, body }
      }
      expect(await told(other, tokens.access_token)).toEqual(inactive)
      expect(await told(other, tokens.refresh_token, { token_type_hint: 'refresh_token' })).toEqual(inactive)
      expect(await told(client, 'x')).toEqual(inactive)
      const code = await obtainCode(browser, client, 'openid')
      expect(await told(client, code.code)).toEqual(inactive)
      const renewed = (await refresh(suite, client, tokens.refresh_token)).body
      expect(await told(client, tokens.refresh_token)).toEqual(inactive)
      expect((await told(client, renewed.refresh_token)).body.active).toBe(true)
      await post(suite, client, { token: renewed.refresh_token }, 'revoke')
      expect(await told(client, renewed.access_token)).toEqual(inactive)
    })

    test('names the scopes that a token has now', async () => {
      const shrinking = await registerClient(suite, 'shrinking', { allowed: allScopes })
      const tokens = await obtainTokens(suite, browser, shrinking, 'base forum:write openid')
      await registerClient(suite, 'shrinking', {
        allowed: { base: true, forum_read: false, forum_write: false, forum_moderate: false },
      })
      expect((await ask(shrinking, tokens.access_token)).body.scope).toBe('base openid')
    })

    test('needs a client with a secret', async () => {
      const open = await registerClient(suite, 'open', { secret: null })
      const tokens = await obtainTokens(suite, browser, open, 'openid')
      for (const answer of [
        await ask(open, tokens.access_token),
        await ask(undefined, tokens.access_token),
        await ask({ ...client, secret: 'wrong' }, tokens.access_token),
      ])
        expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    })
  })
}
