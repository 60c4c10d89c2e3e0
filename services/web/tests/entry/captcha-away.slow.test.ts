import { findChromium } from '@agora/testing/browser'
import { startSuite } from '@agora/testing/suite'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

const options = findChromium()

test.skipIf(options === undefined)(
  'the registration page says that the check cannot be made while the captcha stands still, and makes it afterwards',
  async () => {
    const suite = await startSuite({
      services: ['gateway', 'captcha', 'web'],
      config: { captcha: { enabled: true, puzzles: 4, difficulty: 2 } },
    })
    onTestFinished(() => suite.close())
    const browser = await chromium.launch(options ?? {})
    onTestFinished(() => browser.close())
    const pid = suite.processes.captcha[0]?.pid ?? 0
    const page = await browser.newPage()
    await page.goto(`${suite.url}/register`)
    const check = page.locator('cap-widget')
    process.kill(pid, 'SIGSTOP')
    try {
      await check.click()
      await page
        .getByText('The check is not available at the moment. Click to try again.')
        .waitFor({ timeout: 20_000 })
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await check.click()
    const token = () => page.locator('input[name=cap-token]').inputValue()
    await expect.poll(token, { timeout: 30_000 }).not.toBe('')
  },
)
