import { findChromium } from '@agora/testing/browser'
import { startSuite } from '@agora/testing/suite'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

const options = findChromium()
const MINUTE = 60_000

test.skipIf(options === undefined)(
  'the check works whatever the clock of the device says, and its token is taken (fabianwennink/IconCaptcha-PHP#41, gnstaxo/imageboard#20)',
  async () => {
    const suite = await startSuite({
      services: ['gateway', 'captcha', 'web'],
      config: { captcha: { enabled: true, puzzles: 4, difficulty: 2 } },
    })
    onTestFinished(() => suite.close())
    const browser = await chromium.launch(options ?? {})
    onTestFinished(() => browser.close())
    for (const [index, wrong] of [21 * MINUTE, 30 * 24 * 60 * MINUTE, -3 * 60 * MINUTE, 0].entries()) {
      const page = await browser.newPage()
      await page.addInitScript((by) => {
        const Right = Date
        class Wrong extends Right {
          constructor(...given: unknown[]) {
            super(...((given.length === 0 ? [Right.now() + by] : given) as [number]))
          }
          static override now = () => Right.now() + by
        }
        globalThis.Date = Wrong as DateConstructor
      }, wrong)
      await page.goto(`${suite.url}/register`)
      await page.getByLabel('Username').fill(`clock_${index}`)
      await page.getByLabel('Display name').fill('A wrong clock')
      await page.getByLabel('Password').fill('a long password')
      await page.locator('cap-widget').click()
      const token = () => page.locator('input[name=cap-token]').inputValue()
      await expect.poll(token, { timeout: 30_000 }).not.toBe('')
      await page.getByRole('button', { name: 'Become a member' }).click()
      await page.waitForURL(`${suite.url}/`)
      await page.context().clearCookies()
      await page.close()
    }
  },
)
