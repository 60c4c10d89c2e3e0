import { createAgoraClient, createSignIn, SignInFailed, type TokenStorage } from '@agora/client'
import type { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, decide, registerClient, signedIn } from '../services/gateway/tests/oauth/client.ts'

let suite: Suite
let member: Member
let browser: Browser
let client: Client
beforeAll(async () => {
  suite = await sharedSite()
  member = await suite.member('ada')
  browser = await signedIn(suite.url, member.username, member.password)
  client = await registerClient(suite, 'page', { secret: null })
})
afterAll(() => suite?.close())

function memory(): TokenStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

const signInWith = (storage: TokenStorage) =>
  createSignIn({
    site: suite.url,
    clientId: client.key,
    redirectUri: client.callback,
    scope: 'base forum:write',
    storage,
  })

/** Goes through the consent page; returns the address to which the browser comes back. */
async function comeBack(address: string, decision: 'allow' | 'refuse' = 'allow'): Promise<string> {
  const { pathname, search } = new URL(address)
  const answer = await decide(browser, `${pathname}${search}`, decision)
  return `${client.callback}?${answer}`
}

test('a member signs in, is called by their token, and signs out', async () => {
  const storage = memory()
  const signIn = signInWith(storage)
  expect(await signIn.complete(client.callback)).toBe(false)
  expect(await signIn.token()).toBeUndefined()
  expect(await signIn.complete(await comeBack(await signIn.begin({ prompt: 'consent' })))).toBe(true)
  const api = createAgoraClient(suite.url)
  api.use(signIn.middleware)
  const { data } = await api.GET('/api/v1/auth/self')
  expect(data).toMatchObject({ type: 'AccessToken', user: { id: member.id } })
  const token = await signIn.token()
  await signIn.end()
  expect([await signIn.token(), storage.kept.size]).toEqual([undefined, 0])
  const { response } = await createAgoraClient(suite.url, {
    headers: { authorization: `Bearer ${token}` },
  }).GET('/api/v1/notifications')
  expect(response.status).toBe(401)
})

test('tabs share one renewal, and each uses what it gave', async () => {
  const storage = memory()
  const [first, second] = [signInWith(storage), signInWith(storage)]
  await first.complete(await comeBack(await first.begin({ prompt: 'consent' })))
  const before = await first.token()
  const name = [...storage.kept.keys()][0] as string
  const expire = () =>
    storage.setItem(name, JSON.stringify({ ...JSON.parse(storage.getItem(name) ?? ''), expiresAt: 0 }))
  expire()
  const tokens = await Promise.all([first, second, first, second].map((one) => one.token()))
  expect(new Set(tokens).size).toBe(1)
  expect(tokens[0]).not.toBe(before)
  // Used twice, the refresh token would have ended the grant.
  expire()
  expect(await second.token()).not.toBe(tokens[0])
})

test('a token that is refused is renewed for the next call, and forgotten where the grant has ended', async () => {
  const storage = memory()
  const signIn = signInWith(storage)
  await signIn.complete(await comeBack(await signIn.begin({ prompt: 'consent' })))
  const { body } = await suite.call('GET', `/users/${member.id}/grants`, { as: member })
  for (const grant of body.items)
    await suite.call('DELETE', `/users/${member.id}/grants/${grant.client.id}`, { as: member })
  const api = createAgoraClient(suite.url)
  api.use(signIn.middleware)
  expect((await api.GET('/api/v1/notifications')).response.status).toBe(401)
  expect(await signIn.token()).toBeUndefined()
})

test('a refusal is told, and so is an answer that was not asked for here', async () => {
  const signIn = signInWith(memory())
  const refused = await comeBack(await signIn.begin({ prompt: 'consent' }), 'refuse')
  await expect(signIn.complete(refused)).rejects.toMatchObject({
    name: 'SignInFailed',
    error: 'access_denied',
  })
  const strange = signIn.complete(`${client.callback}?code=x&state=invented`)
  await expect(strange).rejects.toBeInstanceOf(SignInFailed)
  const mixed = new URL(await comeBack(await signIn.begin({ prompt: 'consent' })))
  mixed.searchParams.set('iss', 'https://elsewhere.example')
  await expect(signIn.complete(mixed.href)).rejects.toMatchObject({ error: 'invalid_issuer' })
})
