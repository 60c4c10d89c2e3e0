import { type Browser, fieldsOf } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf } from './support.ts'

let suite: Suite
let administrator: Member
let browser: Browser
beforeAll(async () => {
  suite = await sharedSite()
  administrator = await suite.administrator()
  browser = browserOf(suite, administrator)
})
afterAll(() => suite?.close())

describe('OAuth clients', () => {
  const add = '/administration/clients/new'
  /** The page of the list that has this client, among those of other files. */
  async function pageWith(key: string): Promise<string> {
    let next: string | undefined = '/administration/clients'
    while (next) {
      const { text } = await browser.get(next)
      if (text.includes(`<code>${key}@clients</code>`)) return text
      next = /<a rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    throw new Error(`${key} is not listed`)
  }

  test('are registered once, with a secret that is told once and works', async () => {
    const form = fieldsOf((await browser.get(add)).text, add)
    const fields = {
      ...form,
      client_key: 'quiz',
      client_name: 'The quiz',
      app_uri: 'https://quiz.example/',
      callback_uri: 'https://quiz.example/back',
    }
    const wrong = await browser.post(add, { ...fields, callback_uri: 'quiz' })
    expect([wrong.status, wrong.text.includes('id="callback_uri-problem"')]).toEqual([422, true])
    expect(fieldsOf(wrong.text, add)).toMatchObject({ client_key: 'quiz', client_name: 'The quiz' })

    const [done, again] = [await browser.post(add, fields), await browser.post(add, fields)]
    const secret = /client_secret<\/dt><dd><code>([0-9a-f]{64})</.exec(done.text)?.[1] ?? ''
    expect(again.text).toContain(secret)
    const self = await suite.call('GET', '/auth/self', { as: basic('quiz@clients', secret) })
    expect(self.body).toMatchObject({ type: 'OauthClient', client: { key: 'quiz@clients' } })
    expect(await pageWith('quiz')).not.toContain(secret)

    const pkceOf = async (key: string) =>
      (await suite.call('GET', `/oauth_clients/${key}@clients`, { as: administrator })).body.pkce
    expect(await pkceOf('quiz')).toBe('required')
    await browser.post(add, { ...fields, client_key: 'old_quiz', without_pkce: 'on' })
    expect(await pkceOf('old_quiz')).toBe('optional')
    await suite.call('DELETE', '/oauth_clients/old_quiz@clients', { as: administrator })

    const taken = await browser.post(add, { ...fields, client_name: 'Another' })
    expect([taken.status, taken.text.includes('id="client_key-problem"')]).toEqual([409, true])

    const { id } = (await suite.call('GET', '/oauth_clients/quiz@clients', { as: administrator })).body
    const removal = `/administration/clients/${id}/remove`
    expect(await pageWith('quiz')).toContain(`href="${removal}"`)
    const { status } = await browser.fill(removal, removal)
    expect(status).toBe(303)
    expect((await suite.call('GET', '/oauth_clients/quiz@clients', { as: administrator })).status).toBe(404)
    expect((await browser.fill(removal, removal)).status).toBe(303)
  })

  test('are changed without their secret, and get a new one only where that is wanted', async () => {
    const registered = await browser.fill(add, add, {
      client_key: 'chess',
      client_name: 'Chess',
      app_uri: 'https://chess.example/',
      callback_uri: 'https://chess.example/back',
    })
    const secretIn = (text: string) => /client_secret<\/dt><dd><code>([0-9a-f]{64})</.exec(text)?.[1] ?? ''
    const secret = secretIn(registered.text)
    const detail = async () =>
      (await suite.call('GET', '/oauth_clients/chess@clients', { as: administrator })).body
    const { id } = await detail()
    const path = `/administration/clients/${id}`
    expect(await pageWith('chess')).toContain(`href="${path}"`)
    const isTaken = async (tried: string) =>
      (await suite.call('GET', '/auth/self', { as: basic('chess@clients', tried) })).body.type ===
      'OauthClient'

    const changes = {
      client_name: 'Chess for all',
      callback_uri: 'https://chess.example/back\r\nhttps://chess.example/other\r\n',
      without_pkce: 'on',
      scope: 'forum_read',
    }
    const wrong = await browser.fill(path, path, {
      ...changes,
      callback_uri: 'https://chess.example/\nchess',
    })
    expect([wrong.status, wrong.text.includes('id="callback_uri-problem"')]).toEqual([422, true])
    expect((await browser.fill(path, path, changes)).status).toBe(303)
    expect(await detail()).toMatchObject({
      display_name: 'Chess for all',
      app_uri: 'https://chess.example/',
      callback_uris: ['https://chess.example/back', 'https://chess.example/other'],
      pkce: 'optional',
      allowed_scopes: { base: false, forum_read: true, forum_write: false, forum_moderate: false },
    })
    expect(await isTaken(secret)).toBe(true)

    const form = { ...fieldsOf((await browser.get(path)).text, path), new_secret: 'on' }
    const [renewed, again] = [await browser.post(path, form), await browser.post(path, form)]
    expect(secretIn(renewed.text)).toMatch(/^[0-9a-f]{64}$/)
    expect(secretIn(again.text)).toBe(secretIn(renewed.text))
    expect([await isTaken(secret), await isTaken(secretIn(renewed.text))]).toEqual([false, true])
    expect((await detail()).pkce).toBe('optional')
    expect((await browser.get('/administration/clients/chess')).status).toBe(404)
    await suite.call('DELETE', `/oauth_clients/${id}`, { as: administrator })
  })

  test('of the configuration cannot be removed or taken over', async () => {
    const { id } = (await suite.call('GET', '/oauth_clients/wiki@clients', { as: administrator })).body
    expect(await pageWith('wiki')).not.toContain(`/${id}/remove"`)
    const taken = await browser.fill(add, add, {
      client_key: 'wiki@clients',
      client_name: 'Mine',
      app_uri: 'https://mine.example/',
      callback_uri: 'https://mine.example/',
    })
    expect(taken.status).toBe(409)
  })
})
