import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findChromium } from '@agora/testing/browser'
import { fieldsOf } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWindow } from './browser/window.ts'
import { browserOf, openThread, startPages } from './support.ts'

const executable = findChromium()
/** So many buttons one after another. */
const DEEPEST = 3

/** What a form of the other site asks for, and what tells whether it was done. */
interface Attack {
  action: string
  fields: Record<string, string>
  fact?: () => Promise<unknown>
}

/** Another site in the eyes of a browser: the name `localhost`, where the pages have an address. */
async function startOtherSite(pages: Map<string, string>): Promise<{ site: Server; origin: string }> {
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(pages.get(request.url ?? '') ?? '')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return { site, origin: `http://localhost:${(site.address() as AddressInfo).port}` }
}

describe.skipIf(!executable)('in Chromium', () => {
  let suite: Suite
  let browser: Browser
  let other: Server
  let origin: string
  const pages = new Map<string, string>()
  let administrator: Member
  let ada: Member
  let attacks: Attack[]

  const read = async (path: string, as: Member = administrator) => {
    const { status, body } = await suite.call('GET', path, { as })
    return [status, body]
  }
  const requestedMails = async () => {
    const client = new pg.Client({ connectionString: suite.database.urls.gateway })
    await client.connect()
    const { rows } = await client.query('SELECT email FROM gateway.mail_request').finally(() => client.end())
    return rows
  }

  beforeAll(async () => {
    suite = await startPages()
    browser = await chromium.launch(executable ?? {})
    administrator = await suite.administrator()
    ada = await suite.member('ada')
    const mallory = await suite.member('mallory')
    const { id: thread, post } = await openThread(suite, ada)
    const report = (
      await suite.call('POST', `/forum/posts/${post}/reports`, { as: mallory, body: { reason: 'Spam' } })
    ).body.id
    const revision = (await suite.call('GET', `/forum/posts/${post}/source`, { as: ada })).body.revisions
      .items[0].id
    attacks = [
      {
        action: '/administration/roles',
        fields: { name: 'mallory', act: 'grant' },
        fact: () => read('/forum/reports', mallory),
      },
      {
        action: '/sections/welcome/roles/grant',
        fields: { name: 'mallory' },
        fact: async () => (await read('/forum/sections/welcome'))[1].role_grants,
      },
      {
        action: '/administration/clients/new',
        fields: {
          ...{
            client_key: 'evil',
            client_name: 'Evil',
            scope: 'base',
            public: 'false',
            secret: 'a'.repeat(64),
          },
          ...{ app_uri: 'https://evil.example/', callback_uri: 'https://evil.example/' },
        },
        fact: () => read('/oauth_clients'),
      },
      {
        action: '/account/emails',
        fields: { email: 'mallory@evil.example' },
        fact: requestedMails,
      },
      {
        action: '/account/name',
        fields: { display_name: 'Taken over' },
        fact: () => read(`/users/${administrator.id}`),
      },
      {
        action: `/members/${ada.id}/ban`,
        fields: { duration: 'ever', reason_text: 'Because' },
        fact: () => read('/bans'),
      },
      {
        action: `/members/${mallory.id}/sanction`,
        fields: { kind: 'Mute', duration: 'ever', reason_text: 'Because', internal_note: '', from: '0' },
        fact: () => read('/forum/sanctions'),
      },
      {
        action: `/moderation/reports/${report}/judgement`,
        fields: { status: 'Accepted', target: `ForumPost:${post}`, answer: 'So' },
        fact: () => read(`/forum/reports/${report}`),
      },
      {
        action: `/posts/${post}/hide`,
        fields: { revision, comment: 'Gone' },
        fact: () => read(`/forum/posts/${post}`),
      },
      {
        action: `/threads/${thread}/delete`,
        fields: { comment: 'Gone' },
        fact: () => read('/forum/sections/welcome', mallory),
      },
      { action: '/sign-in', fields: { login: 'mallory', password: mallory.password } },
      { action: '/sign-out', fields: {} },
      { action: '/leave', fields: {} },
    ]
    ;({ site: other, origin } = await startOtherSite(pages))
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
    other?.close()
  })

  const facts = () => Promise.all(attacks.map(({ fact }) => fact?.()))

  /** A page that sends this form by itself. */
  function sends({ action, fields }: Attack): string {
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
    pages.set(
      action,
      `<form method="post" action="${suite.url}${action}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
    )
    return origin + action
  }

  const buttonsOf = (page: Page) => page.locator('main button:visible, main input[type=submit]:visible')

  /** Lets the other site send a form, clicks these buttons one after another, and returns how many follow. */
  async function play(page: Page, attack: Attack, clicks: readonly number[]): Promise<number> {
    await page.goto(sends(attack))
    await page.waitForURL(`${suite.url}/**`)
    for (const which of clicks) {
      await buttonsOf(page).nth(which).click()
      await page.waitForLoadState()
    }
    return buttonsOf(page).count()
  }

  async function playAll(context: BrowserContext, attack: Attack): Promise<void> {
    const page = await context.newPage()
    const waiting: number[][] = [[]]
    for (let clicks = waiting.shift(); clicks; clicks = waiting.shift()) {
      const next = await play(page, attack, clicks)
      if (clicks.length === 0) await page.getByText('This form was sent from another site').waitFor()
      if (clicks.length < DEEPEST)
        waiting.push(...Array.from({ length: next }, (_, which) => [...(clicks ?? []), which]))
    }
    await page.close()
  }

  test('no form of another site does anything, whatever its victim clicks afterwards', async () => {
    const before = await facts()
    for (const victim of [administrator, undefined]) {
      const { context } = await openWindow(browser, suite, victim)
      const cookies = async () => (await context.cookies(suite.url)).filter(({ name }) => name === 'sid')
      const own = await cookies()
      for (const attack of attacks) await playAll(context, attack)
      expect(await cookies()).toEqual(own)
      await context.close()
    }
    expect(await facts()).toEqual(before)
    expect((await suite.call('GET', '/auth/self', { as: administrator })).body.type).toBe('User')
  })

  test('no script of another site does anything through the API', async () => {
    const before = await facts()
    const { context } = await openWindow(browser, suite, administrator)
    const page = await context.newPage()
    pages.set('/script', '<title>another site</title>')
    await page.goto(`${origin}/script`)
    const asked = [
      [
        'POST',
        '/forum/role_grants',
        '{"user":{"type":"User","username":"mallory"},"role":"GlobalModerator"}',
      ],
      ['POST', `/users/${administrator.id}/emails`, '{"email":"mallory@evil.example"}'],
      ['POST', '/users', '{"username":"made","display_name":"made","password":"made elsewhere"}'],
    ] as const
    await page.evaluate(
      async ({ asked, api }) => {
        for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
          for (const [method, path, body] of asked)
            for (const mode of ['cors', 'no-cors'] as const)
              await fetch(api + path, {
                method,
                mode,
                body,
                credentials: 'include',
                headers: { 'content-type': type },
              }).catch(() => undefined)
      },
      { asked, api: `${suite.url}/api/v1` },
    )
    expect(await facts()).toEqual(before)
    expect((await suite.call('GET', '/users?name=made', { as: administrator })).body.count).toBe(0)
    await context.close()
  })

  test('times are told by the zone of the device until a reader chooses one, and again once the device has moved', async () => {
    const { context } = await openWindow(browser, suite, ada)
    const page = await context.newPage()
    const device = await context.newCDPSession(page)
    const zoneAfter = async (timezoneId: string) => {
      await device.send('Emulation.setTimezoneOverride', { timezoneId })
      await page.goto('/')
      await page.goto('/')
      return (await context.cookies()).find(({ name }) => name === 'tz')?.value
    }
    expect(await zoneAfter('Europe/Paris')).toBe('Europe.Paris')
    expect(await zoneAfter('Asia/Tokyo')).toBe('Asia.Tokyo')
    await context.addCookies([{ name: 'tz', value: 'Pacific.Auckland', url: suite.url }])
    expect(await zoneAfter('Asia/Tokyo')).toBe('Pacific.Auckland')
    expect(await zoneAfter('Europe/Paris')).toBe('Europe.Paris')
    await context.close()
  })

  test('what the other site asked for is done when the site’s own pages ask for it', async () => {
    const before = await facts()
    const own = browserOf(suite, administrator)
    const token = fieldsOf((await own.get('/preferences')).text, '/leave')['form-token'] ?? ''
    for (const { action, fields, fact } of attacks)
      if (fact)
        expect([action, (await own.post(action, { ...fields, 'form-token': token })).status < 400]).toEqual([
          action,
          true,
        ])
    const after = await facts()
    for (const [index, { action, fact }] of attacks.entries())
      if (fact) expect(after[index], action).not.toEqual(before[index])
  })
})
