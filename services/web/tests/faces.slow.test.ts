import type { Browser } from '@agora/testing/page-browser'
import { queryTables } from '@agora/testing/query'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../media/tests/support.ts'
import { browserOf, openThread, sendPicture, startPages } from './support.ts'

let suite: Suite
let administrator: Member
let ada: Member
let visitor: Browser
beforeAll(async () => {
  suite = await startPages({
    services: ['gateway', 'forum', 'web', 'media'],
    config: { site: { url: 'https://guild.example' } },
  })
  administrator = await suite.administrator()
  ada = await suite.member('ada')
  visitor = browserOf(suite)
})
afterAll(() => suite?.close())

const tokenOf = async (as: Member, path: string) =>
  /name="form-token" value="([^"]+)"/.exec((await browserOf(suite, as).get(path)).text)?.[1] ?? ''
async function send(to: string, from: string, as = administrator) {
  return sendPicture(suite, to, as, await tokenOf(as, from), (await png(120, 80)).bytes)
}
async function remove(path: string, from: string): Promise<void> {
  const answer = await fetch(`${suite.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: administrator.headers.cookie ?? '', origin: suite.url },
    body: new URLSearchParams({ 'form-token': await tokenOf(administrator, from) }),
  })
  expect(answer.status).toBe(303)
}
const html = async (path: string) => (await visitor.get(path)).text
const shared = (text: string) => /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1]
const ofPicture = expect.stringMatching(/^https:\/\/guild\.example\/api\/v1\/media\/[\w-]{36}\/full$/)

test('a section’s picture stands on the front page, and where its address or that of a thread is shared', async () => {
  const { id: thread } = await openThread(suite, ada)
  const page = '/administration/sections/welcome'
  const answer = await send('/pictures/sections/welcome', page)
  expect([answer.status, answer.location]).toEqual([303, page])
  const picture = /<img class="picture" src="([^"]+)"/
  const [, uri = ''] = picture.exec(await html('/')) ?? []
  expect((await fetch(`${suite.url}${uri}`)).status).toBe(200)
  expect(await html('/sections/community')).toMatch(picture)
  for (const path of ['/sections/welcome', `/threads/${thread}`])
    expect(shared(await html(path)), path).toEqual(ofPicture)
  // The section's settings stay what they were.
  expect(await html('/sections/welcome')).toContain('Welcome</bdi>')
  await remove(`${page}/picture/remove`, page)
  expect(await html('/')).not.toMatch(picture)
  expect(shared(await html('/sections/welcome'))).toBeUndefined()
})

test('the site’s logo stands on every page, and its icon is made of it', async () => {
  const page = '/administration/look'
  const answer = await send('/pictures/site/logo', page)
  expect([answer.status, answer.location]).toEqual([303, `${page}?done=1`])
  const logo = /<a class="brand" href="\/"><img src="(\/api\/v1\/media\/[^"]+\/thumbnail)"/
  await expect.poll(async () => html('/sign-in')).toMatch(logo)
  const text = await html('/')
  expect(text).toMatch(logo)
  expect(shared(text)).toEqual(ofPicture)
  for (const [rel, size] of [
    ['icon', 64],
    ['apple-touch-icon', 180],
  ]) {
    const [, icon = ''] = new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(text) ?? []
    expect(icon).toContain(`/icon-${size}`)
    expect((await fetch(`${suite.url}${icon}`)).headers.get('content-type')).toBe('image/png')
  }
  const favicon = await fetch(`${suite.url}/favicon.ico`, { redirect: 'manual' })
  expect(favicon.headers.get('location')).toContain('/icon-64')
  await remove(`${page}/logo/remove`, page)
  await expect.poll(async () => html('/sign-in')).not.toMatch(logo)
})

test('is for administrators, and for pictures', async () => {
  for (const to of ['/pictures/sections/welcome', '/pictures/site/logo', '/pictures/site/icon']) {
    expect((await send(to, '/account', ada)).status, to).toBe(403)
    const from = '/administration/look'
    const token = await tokenOf(administrator, from)
    const refused = await sendPicture(suite, to, administrator, token, Buffer.from('no picture'))
    expect([refused.status, refused.text.includes('This is no picture')], to).toEqual([415, true])
  }
})

test('a logo that was sent is not sent again where its sender has to confirm who they are', async () => {
  const page = '/administration/look'
  const late = await suite.member('late')
  await suite.call('PUT', `/users/${late.id}/administrator`, { as: administrator })
  const aged = "UPDATE session SET confirmed_at = now() - interval '20 minutes' WHERE account_id = $1"
  await queryTables(suite, 'gateway', aged, [late.id])
  const { status, text } = await send('/pictures/site/logo', page, late)
  expect([status, text.includes('name="current_password"')]).toEqual([403, true])
  const [, sent = ''] = /name="sent" value="([^"]+)"/.exec(text) ?? []
  const form = new FormData()
  form.set('form-token', await tokenOf(late, page))
  form.set('current_password', late.password)
  form.set('sent', sent)
  const answer = await fetch(`${suite.url}/pictures/site/logo`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: late.headers.cookie ?? '', origin: suite.url },
    body: form,
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?done=1`])
  expect((await suite.call('GET', '/site')).body.logo.media).toBe(sent)
})
