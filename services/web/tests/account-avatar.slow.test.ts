import { connect } from 'node:net'
import { findChromium } from '@agora/testing/browser'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../media/tests/support.ts'
import { openWindow } from './browser/window.ts'
import { BOUNDARY, browserOf, part, sendPicture } from './support.ts'

let suite: Suite
let ada: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'web', 'media'] })
  ada = await suite.member('ada', { displayName: 'Ada' })
})
afterAll(() => suite?.close())

/** The type of the picture that the member is shown by: drawn, unless one was chosen. */
const shownBy = async ({ id }: Member) =>
  (await suite.call('GET', `/users/${id}/avatar?size=96`)).headers.get('content-type')?.split(';')[0]

const MOST = 8 * 1024 * 1024
const send = (as: Member | undefined, token: string, picture: Buffer, type?: string) =>
  sendPicture(suite, '/pictures/avatar', as, token, picture, type)
const tokenOf = async (as: Member) =>
  /name="form-token" value="([^"]+)"/.exec((await browserOf(suite, as).get('/account')).text)?.[1] ?? ''

describe('an avatar', () => {
  test('as large as may be is taken, and one byte more is refused in words', async () => {
    const member = await suite.member('large')
    const token = await tokenOf(member)
    const { bytes } = await png(800, 800)
    // What follows the picture's end is nothing to whoever decodes it.
    const padded = (size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
    const taken = await send(member, token, padded(MOST))
    expect([taken.status, taken.location]).toEqual([303, '/account?saved=avatar'])
    expect(await shownBy(member)).toBe('image/webp')
    const refused = await send(member, token, padded(MOST + 1))
    expect([refused.status, refused.text.includes('This picture is larger than 8 MB')]).toEqual([413, true])
    const huge = await send(member, token, padded(2 * MOST))
    expect([huge.status, huge.text.includes('That is too large')]).toEqual([413, true])
  })

  test('is refused in words where it is none, and nothing changes', async () => {
    const member = await suite.member('refused')
    const token = await tokenOf(member)
    const { bytes } = await png()
    const broken = Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(200)])
    for (const [content, type, status, words] of [
      [Buffer.from('not a picture'), 'image/png', 415, 'This is no picture'],
      [bytes, 'text/plain', 415, 'This is no picture'],
      [broken, 'image/png', 422, 'This picture cannot be shown'],
    ] as const) {
      const { status: answered, text } = await send(member, token, content, type)
      expect([answered, text.includes(words), text.includes('id="picture-problem"')]).toEqual([
        status,
        true,
        true,
      ])
    }
    expect(await shownBy(member)).toBe('image/svg+xml')
  })

  test('is changed by nobody without the token of the session', async () => {
    const member = await suite.member('forged')
    const { bytes } = await png()
    expect((await send(member, 'forged', bytes)).status).toBe(403)
    expect((await send(member, await tokenOf(ada), bytes)).status).toBe(403)
    expect((await send(undefined, await tokenOf(member), bytes)).status).toBe(401)
    expect(await shownBy(member)).toBe('image/svg+xml')
  })

  test('that comes slowly keeps nobody from the pages', async () => {
    const member = await suite.member('slow')
    const token = await tokenOf(member)
    const { hostname, port } = new URL(suite.url)
    const begun = Buffer.concat([
      part('name="form-token"', token),
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="picture"; filename="me.png"\r\n`),
      Buffer.from('Content-Type: image/png\r\n\r\n12345'),
    ])
    const slow = Array.from({ length: 150 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(
        `POST /pictures/avatar HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${suite.url}\r\n` +
          `cookie: ${member.headers.cookie}\r\ncontent-length: 100000\r\n` +
          `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`,
      )
      socket.write(begun)
      return socket
    })
    try {
      const browser = browserOf(suite, ada)
      for (let read = 0; read < 20; read++) expect((await browser.get('/account')).status).toBe(200)
    } finally {
      for (const socket of slow) socket.destroy()
    }
    const { bytes } = await png()
    await expect.poll(async () => (await send(member, token, bytes)).status, { timeout: 20_000 }).toBe(303)
  })

  test('of a form that breaks off or is none is not kept, and the site goes on', async () => {
    const member = await suite.member('broken_off')
    const headers = { cookie: member.headers.cookie ?? '', origin: suite.url }
    for (const type of ['multipart/form-data', `multipart/form-data; boundary=${BOUNDARY}`]) {
      const answer = await fetch(`${suite.url}/pictures/avatar`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: part('name="form-token"', 'x').subarray(0, 40),
      })
      expect(answer.status).toBeLessThan(500)
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    const nameless = ['filename=""\r\ncontent-type: image/png', '\r\ncontent-type: application/octet-stream']
    for (const file of nameless) {
      const body = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="picture"; ${file}\r\n\r\nbytes`
      for (const path of ['/pictures/avatar', '/account', '/read'])
        await fetch(`${suite.url}${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
          body,
        })
    }
    expect((await browserOf(suite, member).get('/account')).status).toBe(200)
  })
})

const options = findChromium()

describe.skipIf(options === undefined)('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(options ?? {})
  })
  afterAll(() => browser?.close())

  test.each([true, false])(
    'a member chooses an avatar, sees it at once and removes it; with scripts: %s',
    async (javaScriptEnabled) => {
      const member = await suite.member(`painter_${javaScriptEnabled}`)
      const { context, complaints } = await openWindow(browser, suite, member, { javaScriptEnabled })
      const page = await context.newPage()
      await page.goto('/account')
      const own = page.locator('#avatar')
      expect(await own.getByRole('button', { name: 'Show a letter instead' }).count()).toBe(0)
      const file = { name: 'me.png', mimeType: 'image/png', buffer: (await png(300, 300)).bytes }
      await own.getByLabel('Choose a picture').setInputFiles(file)
      await own.getByRole('button', { name: 'Show this picture' }).click()
      await page.getByRole('status').getByText('Done.').waitFor()
      expect(await shownBy(member)).toBe('image/webp')
      if (javaScriptEnabled) {
        const typeShown = () =>
          page.evaluate(async () => {
            const image = document.querySelector<HTMLImageElement>('.menu img')
            return (await fetch(image?.src ?? '', { cache: 'force-cache' })).headers.get('content-type')
          })
        await expect.poll(typeShown).toBe('image/webp')
      }
      await own.getByRole('button', { name: 'Show a letter instead' }).click()
      await own.getByRole('button', { name: 'Show a letter instead' }).waitFor({ state: 'detached' })
      expect(await shownBy(member)).toBe('image/svg+xml')
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})
