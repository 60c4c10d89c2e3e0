import { fieldsOf } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, startPages } from './support.ts'

let suite: Suite
let ada: Member
let ben: Member
beforeAll(async () => {
  suite = await sharedSite()
  ada = await suite.member('ada', { displayName: 'Ada' })
  ben = await suite.member('ben', { displayName: 'Ben' })
})
afterAll(() => suite?.close())

describe('an account', () => {
  test('changes its name and password, and says what is wrong beside the field', async () => {
    const cat = await suite.member('cat')
    const browser = browserOf(suite, cat)
    const wrongName = await browser.fill('/account', '/account/name', { display_name: 'x' })
    expect([wrongName.status, wrongName.text.includes('id="display_name-problem"')]).toEqual([422, true])
    expect(fieldsOf(wrongName.text, '/account/name').display_name).toBe('x')
    expect((await browser.fill('/account', '/account/name', { display_name: 'Catherine' })).status).toBe(303)
    expect((await browser.get('/account')).text).toContain('Catherine')

    const password = { current_password: 'wrong', password: 'another password' }
    const wrong = await browser.fill('/account', '/account/password', password)
    expect([wrong.status, wrong.text.includes('id="current_password-problem"')]).toEqual([403, true])
    expect(wrong.text).not.toContain('another password')
    const right = await browser.fill('/account', '/account/password', {
      ...password,
      current_password: cat.password,
    })
    expect(right.status).toBe(303)
    const signIn = await suite.call('PUT', '/auth/self', {
      body: { login: cat.username, password: 'another password' },
    })
    expect(signIn.status).toBe(200)
  })

  test('is deleted with the password alone, and leads to a page that says what happened', async () => {
    const eve = await suite.member('eve')
    const browser = browserOf(suite, eve)
    const gathering = await browser.fill('/account', '/account/export', { export_password: eve.password })
    expect([gathering.status, gathering.text.includes('Confirm an email address first')]).toEqual([409, true])
    const wrong = await browser.fill('/account', '/account/delete', { deletion_password: 'wrong' })
    expect([wrong.status, wrong.text.includes('id="deletion_password-problem"')]).toEqual([403, true])
    expect((await suite.call('GET', `/users/${eve.id}`)).status).toBe(200)
    const right = await browser.fill('/account', '/account/delete', { deletion_password: eve.password })
    expect([right.status, right.headers.get('location')]).toEqual([303, '/account-deleted'])
    expect((await browser.get('/account-deleted')).text).toContain('Your account is deleted')
    expect((await browser.get('/account')).status).toBe(401)
    expect((await suite.call('GET', `/users/${eve.id}`)).status).toBe(404)
  })

  test('sees where it is signed in, and ends what is elsewhere', async () => {
    const dan = await suite.member('dan')
    const elsewhere = await suite.call('PUT', '/auth/self', {
      body: { login: dan.username, password: dan.password },
      headers: { 'user-agent': 'Another <browser>' },
    })
    const cookie = elsewhere.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const browser = browserOf(suite, dan, { 'user-agent': 'This browser' })
    await browser.get('/account')
    const { text } = await browser.get('/account')
    expect(text).toContain('Another &lt;browser&gt;')
    expect(text).toContain('127.0.0.1')
    expect((await browser.fill('/account', '/account/sessions/end')).status).toBe(303)
    expect((await suite.call('GET', '/auth/self', { headers: { cookie } })).body.type).toBe('Guest')
    expect((await browser.get('/account')).status).toBe(200)
  })

  test('chooses what it is told of, and adds an address', async () => {
    const browser = browserOf(suite, ben)
    const fields = fieldsOf((await browser.get('/account')).text, '/account/notifications')
    const { auto_watch: _, ...without } = fields
    await browser.post('/account/notifications', { ...without, email_digest: 'Weekly' })
    const settings = await suite.call('GET', '/notifications/settings', { as: ben })
    expect(settings.body).toEqual({ auto_watch: false, email: 'Weekly' })
    const wrong = await browser.fill('/account', '/account/emails', { email: 'nowhere' })
    expect([wrong.status, wrong.text.includes('id="email-problem"')]).toEqual([422, true])
    expect((await browser.fill('/account', '/account/emails', { email: 'ben@example.org' })).status).toBe(303)
  })
})

test('a reader is counted as they are: pages pass on nobody else’s address', async () => {
  const limited = await startPages({
    limits: true,
    config: { site: { trusted_proxies: ['127.0.0.1'] }, limits: { requests_per_minute: 8 } },
  })
  try {
    const from = (address: string, headers = {}) =>
      browserOf(limited, undefined, { 'x-forwarded-for': address, ...headers })
    const statuses = []
    for (let index = 0; index < 10; index++) statuses.push((await from('192.0.2.1').get('/')).status)
    // The front page takes one request to the API, which counts as well.
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    expect(statuses.at(-1)).toBe(429)
    expect((await from('192.0.2.2').get('/')).status).toBe(200)
    const forged = `${Date.now() + 60_000} 192.0.2.3 ${'x'.repeat(43)}`
    expect((await from('192.0.2.1', { 'x-agora-visitor': forged }).get('/')).status).toBe(429)
  } finally {
    await limited.close()
  }
})

describe('a profile', () => {
  test('is previewed without being saved, and says beside the text what is wrong with it', async () => {
    const browser = browserOf(suite, ben)
    const written = { about: '# Me\n- **rare** plants', pronouns: 'he', tagline: 'Not yet', act: 'preview' }
    const preview = await browser.fill('/account', '/account/profile', written)
    expect(preview.status).toBe(200)
    expect(preview.text).toMatch(/<h3 dir="auto">Me<\/h3><ul><li dir="auto"><strong>rare<\/strong> plants/)
    const { act: _, ...fields } = written
    expect(fieldsOf(preview.text, '/account/profile')).toMatchObject(fields)
    expect((await suite.call('GET', `/forum/users/${ben.id}/profile`)).body).toMatchObject({
      about: null,
      tagline: null,
    })
    const wrong = await browser.fill('/account', '/account/profile', { ...written, about: '[quote]open' })
    expect([wrong.status, wrong.text.includes('id="about-problem"')]).toEqual([400, true])
    expect((await browser.fill('/account', '/account/profile', { ...written, about: ' ' })).status).toBe(200)
  })

  test('is written on the account’s page, without scripts, and shown on the member’s to everybody', async () => {
    const browser = browserOf(suite, ada)
    const about = '**Plants**\n\nand <i>stones</i>'
    const saved = await browser.fill('/account', '/account/profile', {
      about,
      pronouns: ' she/her ',
      tagline: 'Since <b>the beta</b>',
    })
    expect([saved.status, saved.location]).toEqual([303, `${suite.url}/account?saved=profile`])
    const { text } = await browserOf(suite).get(`/members/${ada.id}`)
    for (const shown of [
      '<strong>Plants</strong>',
      '<bdi>she/her</bdi>',
      'Since &lt;b&gt;the beta&lt;/b&gt;',
    ])
      expect(text).toContain(shown)
    expect(text).not.toMatch(/<i>stones|<b>the beta/)
    const fields = fieldsOf((await browser.get('/account')).text, '/account/profile')
    expect(fields).toMatchObject({ pronouns: 'she/her' })
    expect(fields.about).toContain('**Plants**')
    expect((await browserOf(suite, ben).get(`/members/${ada.id}`)).text).not.toContain('Empty the profile')
  })

  test('that is wrong is shown again with what is wrong, and blank fields clear it', async () => {
    const browser = browserOf(suite, ada)
    const wrong = await browser.fill('/account', '/account/profile', {
      about: '[quote]open',
      tagline: 'Kept',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('id="about-problem"')
    expect(fieldsOf(wrong.text, '/account/profile')).toMatchObject({ tagline: 'Kept' })
    const long = await browser.fill('/account', '/account/profile', { tagline: 'x'.repeat(121), about: '' })
    expect([long.status, long.text.includes('id="tagline-problem"')]).toEqual([422, true])
    await browser.fill('/account', '/account/profile', { about: ' ', pronouns: '', tagline: '' })
    const { body } = await suite.call('GET', `/forum/users/${ada.id}/profile`, { as: ada })
    expect(body).toMatchObject({ about: null, pronouns: null, tagline: null })
  })

  test('is emptied by who moderates the whole site, and its member is told', async () => {
    const browser = browserOf(suite, await suite.administrator())
    await suite.call('PATCH', '/forum/self/profile', { as: ben, body: { tagline: 'Buy gold' } })
    const page = `/members/${ben.id}`
    expect((await browser.get(page)).text).toContain(`href="${page}/profile"`)
    const emptied = await browser.fill(`${page}/profile`, `${page}/profile`, {
      reason_text: 'No advertisements',
    })
    expect([emptied.status, emptied.location]).toEqual([303, `${suite.url}${page}`])
    const { text } = await browser.get(page)
    expect(text).not.toContain('Buy gold')
    expect(text).not.toContain(`href="${page}/profile"`)
    expect((await browserOf(suite, ben).get('/sanctions')).text).toContain('No advertisements')
  })
})
