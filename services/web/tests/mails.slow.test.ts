import { type Inbox, startInbox } from '@agora/suite/inbox/inbox'
import { MailStore, type StoredMail } from '@agora/suite/inbox/store'
import { freePort } from '@agora/suite/servers/ports'
import { temporaryFolder } from '@agora/suite/temporary'
import { findChromium } from '@agora/testing/browser'
import { Browser, fieldsOf } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { barriers, openWindow, overflow } from './browser/window.ts'
import { browserOf, startPages } from './support.ts'

/** Mails are in the language of the page where they were asked for, else in that of their reader. */

let inbox: Inbox
let suite: Suite
const folder = temporaryFolder('mails-of-pages')
const mails = new MailStore(folder.path)
beforeAll(async () => {
  inbox = await startInbox({ folder: folder.path, port: await freePort() })
  suite = await startPages({
    services: ['gateway', 'forum', 'mail-jobs', 'web', 'media'],
    smtpUrl: inbox.smtpUrl,
    limits: true,
    config: { limits: { verification_mails_per_hour: 3, registrations_per_hour: 50 } },
  })
})
afterAll(async () => {
  await suite?.close()
  await inbox?.close()
  folder.remove()
})

/** The newest mail to this address whose subject begins so. */
async function arrived(address: string, subject: string): Promise<StoredMail> {
  const newest = async () =>
    (await mails.list()).find((one) => one.to === address && one.subject.startsWith(subject))
  await expect.poll(newest, { timeout: 15_000 }).toBeDefined()
  return (await mails.read((await newest())?.id ?? '')) as StoredMail
}

const linkIn = ({ text }: StoredMail): string =>
  /https?:\/\/[^/]+(\/\S+\?token=[\w-]+)/.exec(text ?? '')?.[1] ?? ''

const french = { 'accept-language': 'fr-FR, en;q=0.5' }

describe('a member who joins on a French page', () => {
  const email = 'zoe@example.org'
  const zoe = { username: 'Zoe_F', display_name: 'Zoé', password: 'a long password' }
  let browser: Browser
  beforeAll(async () => {
    browser = new Browser(suite.url, french)
    const joined = await browser.submit('/register', { ...zoe, email, next: '/sections/welcome' })
    expect([joined.status, joined.headers.get('location')]).toEqual([
      303,
      '/welcome?next=%2Fsections%2Fwelcome',
    ])
  })

  test('is told that a mail is on its way, and led on', async () => {
    const { text } = await browser.get('/welcome?next=%2Fsections%2Fwelcome')
    expect(text).toContain('Bienvenue, Zoé')
    expect(text).toContain(`<strong>${email}</strong>`)
    expect(text).toContain('<a class="button" href="/sections/welcome">Continuer')
    expect((await new Browser(suite.url).get('/welcome')).headers.get('location')).toBe('/')
  })

  test('gets French mails, which say for which account and until when', async () => {
    const mail = await arrived(email, 'Confirmez votre adresse')
    expect(mail.text).toContain('au compte zoe_f sur')
    expect(mail.text).toMatch(/Il ne sert qu’une fois, jusqu’au \d+ \S+ \d{4} à \d\d:\d\d UTC\./)
  })

  test('sees the address that is not confirmed, has its link sent again, and is told when there were enough', async () => {
    const { text } = await browser.get('/account')
    expect(text).toContain(`<bdi>${email}</bdi> <span class="badge">Non confirmée`)
    expect(text).toContain('Son lien vaut jusqu’au')
    expect(fieldsOf(text, '/account/emails')).toMatchObject({ email })
    const again = () => browser.fill('/account', '/account/emails', { email })
    expect([(await again()).status, (await again()).status]).toEqual([303, 303])
    const refused = await again()
    expect(refused.status).toBe(429)
    expect(refused.text).toMatch(/Réessayez dans (?:\d\d minutes|1 heure)/)
  })

  test('is led from a dead link to where a new one is asked for', async () => {
    const path = linkIn(await arrived(email, 'Confirmez votre adresse'))
    expect((await browser.fill(path, '/verify-email')).status).toBe(200)
    const dead = await browser.get(path)
    expect(dead.status).toBe(400)
    expect(dead.text).toContain('<a class="button" href="/account#emails">Demander un nouveau lien')
    const { text } = await browser.get('/account')
    expect(text).toContain('id="emails"')
    expect(text).not.toContain('Non confirmée')
  })

  test('is written to in French of what others do, until they choose English', async () => {
    const change = (password: string, current_password: string) =>
      browser.fill('/account', '/account/password', { password, current_password })
    expect((await change('another password', zoe.password)).status).toBe(303)
    await arrived(email, 'Le mot de passe de votre compte')
    expect((await browser.fill('/', '/preferences/language', { lang: 'en' })).status).toBe(303)
    expect((await change('a third password', 'another password')).status).toBe(303)
    await arrived(email, 'The password of your account')
  })

  test('gets a reset in the language of the page where it was asked for', async () => {
    for (const [language, subject] of [
      ['fr', 'Choisissez un nouveau mot de passe'],
      ['en', 'Choose a new password'],
    ] as const) {
      const guest = new Browser(suite.url, { 'accept-language': language })
      expect((await guest.submit('/forgot-password', { email })).status).toBe(200)
      const { text } = await arrived(email, subject)
      expect(text).toContain('zoe_f')
      expect(text).toMatch(/ UTC\./)
    }
  })
})

test('a member of before is known by the language of the page where they sign in', async () => {
  const member: Member = await suite.member('of_before')
  const browser = new Browser(suite.url, french)
  await browser.submit('/sign-in', { login: 'OF_BEFORE', password: member.password })
  const email = 'before@example.org'
  // Not from a page: nothing says in which language.
  await suite.call('POST', `/users/${member.id}/emails`, { as: member, body: { email } })
  await arrived(email, 'Confirmez votre adresse')
})

test('who asks for digests on a page reads their mails in its language', async () => {
  const member: Member = await suite.member('asking')
  await new Browser(suite.url).submit('/sign-in', { login: 'asking', password: member.password })
  const browser = browserOf(suite, member, french)
  expect((await browser.fill('/account', '/account/notifications', { email_digest: 'Weekly' })).status).toBe(
    303,
  )
  const email = 'asking@example.org'
  await suite.call('POST', `/users/${member.id}/emails`, { as: member, body: { email } })
  await arrived(email, 'Confirmez votre adresse')
})

test('nobody else learns which addresses wait, or sets a language or a zone', async () => {
  const member = await suite.member('curious')
  for (const [method, path] of [
    ['GET', '/internal/pending-emails'],
    ['POST', '/internal/language'],
    ['POST', '/internal/zones'],
  ] as const) {
    const answer = await suite.call(method, `${suite.url}${path}`, {
      as: member,
      ...(method === 'POST' ? { body: { language: 'fr' } } : {}),
    })
    expect(answer.status).toBe(404)
  }
  expect((await browserOf(suite, member).get('/account')).text).not.toContain('Not confirmed')
})

test('a zone that a member chose holds on each of their devices and in their mails, until they take it back', async () => {
  const member = await suite.member('traveller')
  const email = 'traveller@example.org'
  await suite.call('POST', `/users/${member.id}/emails`, { as: member, body: { email } })
  const confirm = linkIn(await arrived(email, 'Confirm'))
  const home = browserOf(suite, member)
  expect((await home.fill(confirm, '/verify-email', {})).status).toBe(200)
  expect((await home.fill('/preferences', '/preferences', { zone: 'Pacific/Auckland' })).status).toBe(303)

  const inParis = () => {
    const browser = browserOf(suite, member)
    browser.cookies.set('tz /', { name: 'tz', value: 'Europe.Paris', path: '/' })
    return browser
  }
  const device = inParis()
  const zoneOn = async (browser: Browser) =>
    /<time [^>]*title="[^"]*\(([\w/]+)\)"/.exec((await browser.get('/account')).text)?.[1]
  expect(await zoneOn(device)).toBe('Pacific/Auckland')
  const administrator = await suite.administrator()
  const mute = (expires_at: string) =>
    suite.call('POST', '/forum/sanctions', {
      as: administrator,
      body: {
        user: { type: 'User', id: member.id },
        section: null,
        kind: 'Mute',
        reason: 'Loud',
        internal_note: 'Twice.',
        expires_at,
      },
    })
  const end = new Date(Date.now() + 7 * 86_400_000)
  const muted = await mute(end.toISOString())
  expect(muted.status, muted.text).toBe(200)
  const mail = await arrived(email, 'A moderator')
  expect(mail.text).toContain(
    `${end.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Pacific/Auckland' })} (Pacific/Auckland)`,
  )

  const back = await device.fill('/preferences', '/preferences', { zone: '' })
  expect(back.headers.getSetCookie().join()).toContain('tz=; ')
  expect(await zoneOn(inParis())).toBe('Europe/Paris')
  await home.post('/preferences', { zone: 'Nowhere/At_all' })
  expect(await zoneOn(inParis())).toBe('Europe/Paris')
})

const options = findChromium()

test.skipIf(options === undefined)('what waits is shown on a phone as well, without barriers', async () => {
  const browser = await chromium.launch(options ?? {})
  onTestFinished(() => browser.close())
  for (const [name, locale, words] of [
    ['narrow', 'en-GB', 'Send a new link'],
    ['etroit', 'fr-FR', 'Envoyer un nouveau lien'],
  ] as const) {
    const member = await suite.member(name)
    const email = `${name}.${'a-long-address'.repeat(3)}@example.org`
    await suite.call('POST', `/users/${member.id}/emails`, { as: member, body: { email } })
    const viewport = { width: 360, height: 700 }
    const { context, complaints } = await openWindow(browser, suite, member, { locale, viewport })
    const page = await context.newPage()
    for (const path of ['/account', '/welcome', '/account-deleted', '/verify-email?token=used']) {
      await page.goto(path)
      expect([path, await overflow(page), await barriers(page)]).toEqual([path, 0, []])
    }
    await page.goto('/account')
    await page.getByRole('button', { name: words }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/account?saved=emails')
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([])
  }
})
