import { findChromium } from '@agora/testing/browser'
import { sharedSite } from '@agora/testing/shared-suite'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openWindow } from './browser/window.ts'

const options = findChromium()

test.skipIf(options === undefined)(
  'a page whose reader was signed out elsewhere asks for no events any more, and for no password (gocd/gocd#4474, eclipse-dirigible/dirigible#6128)',
  async () => {
    const suite = await sharedSite()
    onTestFinished(() => suite.close())
    const member = await suite.member('elsewhere')
    const browser = await chromium.launch(options ?? {})
    onTestFinished(() => browser.close())
    const { context } = await openWindow(browser, suite, member)
    const page = await context.newPage()
    await page.clock.install()
    const answers: { status: number; challenge: string | undefined }[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/notifications/stream'))
        answers.push({ status: response.status(), challenge: response.headers()['www-authenticate'] })
    })
    await page.goto('/')
    await expect.poll(() => answers.map(({ status }) => status)).toEqual([200])

    expect((await suite.call('DELETE', '/auth/self', { as: member })).status).toBe(200)
    const refused = () => answers.filter(({ status }) => status === 401)
    // The browser reconnects once, and the page asks once why it was refused.
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000)
        return refused().length
      })
      .toBe(2)
    await page.clock.fastForward(600_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.clock.fastForward(600_000)
    await page.evaluate(() => fetch('/api/v1/config').then(({ status }) => status))
    expect(refused()).toEqual(Array(2).fill({ status: 401, challenge: 'Bearer realm="agora"' }))
  },
)
