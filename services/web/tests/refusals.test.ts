import { sharedSite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const ask = async (language: string, path: string, init: RequestInit = {}) => {
  const headers = { 'accept-language': language, accept: 'text/html' }
  const answer = await fetch(suite.url + path, { ...init, headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test.each([
  ['en', 413, 'That is too large', '/sign-in', { method: 'POST', body: 'x'.repeat(1_048_577) }],
  ['fr', 413, 'C’est trop gros', '/sign-in', { method: 'POST', body: 'x'.repeat(1_048_577) }],
  ['en', 400, 'This request cannot be answered', '/oauth/authorize?client_id=nobody', {}],
  ['fr', 400, 'Cette demande ne peut pas aboutir', '/oauth/authorize?client_id=nobody', {}],
])(
  'what the gateway refuses is a page in the reader’s words: %s, %i, %s',
  async (language, status, title, path, init) => {
    const answer = await ask(language, path, init)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.text).toContain(`<html lang="${language}"`)
    expect(answer.text).toContain(`<title>${title} – `)
  },
)

test('an authorization that cannot go on tells what to report, as text', async () => {
  const query = new URLSearchParams({
    client_id: 'wiki@clients',
    redirect_uri: '<b>https://evil.example</b>',
  })
  const { text } = await ask('en', `/oauth/authorize?${query}`)
  expect(text).toMatch(/<code>\w+: [^<]+<\/code>/)
  expect(text).not.toContain('<b>')
})
