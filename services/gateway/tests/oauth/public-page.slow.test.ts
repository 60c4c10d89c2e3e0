import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { findChromium } from '@agora/testing/browser'
import { bearer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

/** The example in docs/oauth.md, verbatim except for its addresses. */
const text = readFileSync(path.join(projectRoot, 'docs/oauth.md'), 'utf8')
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(text)?.[1] ?? ''

const chromiumOptions = findChromium()
let suite: Suite
let member: Member
let server: Server
/** Another site than the suite's, not just another port. */
let page: string
let browser: Browser
beforeAll(async () => {
  if (!chromiumOptions) return
  server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(block('html').replaceAll('https://community.example', suite.url)),
  )
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  page = `http://localhost:${(server.address() as AddressInfo).port}`
  suite = await startSuite({
    services: ['gateway', 'forum', 'web'],
    config: parse(block('yaml').replaceAll('https://page.example', page)),
  })
  member = await suite.member('carol', { displayName: 'Carol' })
  browser = await chromium.launch(chromiumOptions)
})
afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  server?.close()
  await suite?.close()
})

async function open(): Promise<Page> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const opened = await context.newPage()
  await opened.goto(`${page}/`)
  return opened
}

async function signIn(opened: Page, decision: 'Allow' | 'Refuse' = 'Allow') {
  await opened.click('#sign-in')
  await opened.fill('#login', member.username)
  await opened.fill('#password', member.password)
  await opened.click('button:text("Sign in")')
  await opened.click(`button:text("${decision}")`)
  await opened.waitForURL(`${page}/`)
}

const shows = (opened: Page, words: string) => opened.locator(`#name:text-is("${words}")`).waitFor()
const tokensOf = (opened: Page) =>
  opened.evaluate(() => JSON.parse(sessionStorage.getItem('tokens') ?? 'null'))
const age = (opened: Page) =>
  opened.evaluate(() => {
    const tokens = JSON.parse(sessionStorage.getItem('tokens') ?? '{}')
    sessionStorage.setItem('tokens', JSON.stringify({ ...tokens, until: 0 }))
  })

describe.skipIf(!chromiumOptions)('the documented page, on another site', () => {
  test('signs a member in, reads as them, renews its token and signs out', async () => {
    const opened = await open()
    const problems: string[] = []
    opened.on('pageerror', (error) => problems.push(error.message))
    await signIn(opened)
    await shows(opened, 'Signed in as Carol')
    expect(await opened.locator('#sections li').allTextContents()).toContain('Welcome')
    const first = await tokensOf(opened)
    expect(first.scope).toBe('base forum:read')

    await age(opened)
    await opened.click('#read')
    await expect.poll(async () => (await tokensOf(opened)).refresh_token).not.toBe(first.refresh_token)
    await shows(opened, 'Signed in as Carol')

    const { access_token: token } = await tokensOf(opened)
    const self = () => suite.call('GET', '/auth/self', { headers: { authorization: `Bearer ${token}` } })
    expect((await self()).body).toMatchObject({ type: 'AccessToken', client: { key: 'page@clients' } })
    await opened.click('#sign-out')
    await shows(opened, 'Signed out')
    expect((await self()).body.type).toBe('Guest')
    expect(problems).toEqual([])
  })

  test('says so when the member refuses', async () => {
    const opened = await open()
    await signIn(opened, 'Refuse')
    await shows(opened, 'That did not work: access_denied')
    expect(await tokensOf(opened)).toBeNull()
  })

  test('loses its tokens if somebody else has used its refresh token, too', async () => {
    const opened = await open()
    await signIn(opened)
    await shows(opened, 'Signed in as Carol')
    const { refresh_token: stolen } = await tokensOf(opened)
    const thief = await fetch(`${suite.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'page@clients',
        grant_type: 'refresh_token',
        refresh_token: stolen,
      }),
    })
    expect(thief.status).toBe(200)
    await age(opened)
    await opened.click('#read')
    await shows(opened, 'That did not work: invalid_grant')
    expect(await tokensOf(opened)).toBeNull()
    const { access_token } = (await thief.json()) as { access_token: string }
    expect((await suite.call('GET', '/auth/self', { as: bearer(access_token) })).body.type).toBe('Guest')
  })

  test('rejects the answer to somebody else’s request', async () => {
    const opened = await open()
    await opened.goto(`${page}/?code=x&state=y&iss=${encodeURIComponent(suite.url)}`)
    await shows(opened, 'That did not work: not our request')
    expect(opened.url()).toBe(`${page}/`)
  })
})
