import { sharedSite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf } from './support.ts'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

test('an invitation is made on its page, its link is shown once, and it is ended there', async () => {
  const page = browserOf(suite, await suite.administrator())
  const note = `For Nova (${Date.now()})`
  const made = await page.fill('/invitations', '/invitations', { note, most_uses: '3', days: '2' })
  expect(made.headers.get('cache-control')).toBe('no-store')
  const link = /<code class="secret">([^<]+)</.exec(made.text)?.[1] ?? ''
  expect(link).toMatch(/\/register\?invitation=[\w-]{43}$/)
  const { text } = await page.get('/invitations')
  expect(text).not.toContain(link)
  const row = (shown: string) => shown.split('<li').find((each) => each.includes(note)) ?? ''
  const [, end = ''] = /action="(\/invitations\/[^"]+\/end)"/.exec(row(text)) ?? []
  expect((await page.fill('/invitations', end)).status).toBe(303)
  const left = row((await page.get('/invitations')).text)
  expect(left).not.toContain(end)
})

test('what is wrong with an invitation is said beside it, and what was written stays', async () => {
  const page = browserOf(suite, await suite.administrator())
  const { status, text } = await page.fill('/invitations', '/invitations', { note: 'Kept', most_uses: '0' })
  expect([status, text.includes('value="Kept"'), text.includes('id="most_uses-problem"')]).toEqual([
    422,
    true,
    true,
  ])
})

test('the page is for those who may invite', async () => {
  expect((await browserOf(suite).get('/invitations')).status).toBe(401)
  expect((await browserOf(suite, await suite.member('uninvited')).get('/invitations')).status).toBe(403)
})
