import { expect, test } from 'vitest'
import type { World } from './world.ts'

/** What no checker finds: how it is to use the pages by keys and by ear. */
export function testByHand(world: World): void {
  test.each([true, false])(
    'a spoiler is told to nobody who has not opened it, and says whether it is open; with scripts: %s',
    async (javaScriptEnabled) => {
      const { context } = await world.open(world.nora, { javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(`/threads/${world.thread.id}`)
      const post = page.locator('article').first()
      const hidden = post.getByText('finale', { exact: true })
      expect(await hidden.isVisible()).toBe(false)
      expect(await post.ariaSnapshot()).not.toMatch(/finale/)
      const spoiler = post.getByText('Spoiler', { exact: true })
      await spoiler.focus()
      await page.keyboard.press('Enter')
      await hidden.waitFor()
      expect(await post.ariaSnapshot()).toMatch(/finale/)
      // It stays in its line.
      const [told, around] = [await hidden.boundingBox(), await spoiler.boundingBox()]
      expect(Math.abs((told?.y ?? 0) - (around?.y ?? 99))).toBeLessThan(12)
      await page.keyboard.press('Enter')
      await hidden.waitFor({ state: 'hidden' })
      await context.close()
    },
  )

  test.each([true, false])(
    'the first page tells days as the reader’s zone has them, or says that they are of UTC; with scripts: %s',
    async (javaScriptEnabled) => {
      // Where it is another day now than by UTC.
      const timezoneId = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
      const { context } = await world.open(undefined, { javaScriptEnabled, timezoneId })
      const page = await context.newPage()
      const newcomer = await world.suite.member(`newcomer_${javaScriptEnabled}`)
      await page.goto(`/members/${newcomer.id}`)
      const since = page.locator('main time').first()
      const isUtc = page.getByText('(shown in UTC)')
      const dayIn = (timeZone: string) =>
        new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format()
      if (javaScriptEnabled) {
        await expect.poll(() => since.textContent()).toBe(dayIn(timezoneId))
        expect(await since.getAttribute('title')).toContain(timezoneId)
        expect(await isUtc.count()).toBe(0)
        await page.reload()
        expect(await since.textContent()).toBe(dayIn(timezoneId))
      } else {
        expect(await since.textContent()).toBe(dayIn('UTC'))
        await isUtc.waitFor()
      }
      expect(dayIn(timezoneId)).not.toBe(dayIn('UTC'))
      await context.close()
    },
  )

  test('code that is wider than the page is scrolled by keys', async () => {
    const { context } = await world.open(world.nora, { viewport: { width: 360, height: 640 } })
    const page = await context.newPage()
    await page.goto(`/threads/${world.thread.id}`)
    const code = page.locator('article pre').first()
    await code.focus()
    expect(await code.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    await context.close()
  })

  test.each([
    ['/latest', '.row.thread a:has(time)'],
    ['/sections/welcome', '.heading .button'],
    ['long', '.paging a'],
  ])('what is tapped on a phone is 44 px high: on %s %s', async (path, tapped) => {
    const { context } = await world.open(world.ada, { viewport: { width: 360, height: 640 } })
    const page = await context.newPage()
    await page.goto(path === 'long' ? `/threads/${world.long}` : path)
    const heights = await page
      .locator(tapped)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(0)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await context.close()
  })

  test('on a phone staff find everything in two rows, by keys and without scripts', async () => {
    const { context } = await world.open(world.administrator, {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 640 },
    })
    const page = await context.newPage()
    await page.goto('/')
    const menu = page.locator('.bar .menu')
    const head = ['Moderation', 'Notifications'].map((name) => page.locator('.bar > nav').getByText(name))
    const search = page.locator('.bar').getByRole('button', { name: 'Search' })
    const boxes = await Promise.all(
      [page.locator('.brand'), search, menu, ...head].map((one) => one.boundingBox()),
    )
    const [first = 0, ...others] = boxes.map((box) => (box ? box.y + box.height / 2 : 0))
    expect(others.map((middle) => Math.round((middle - first) / 36))).toEqual([0, 0, 1, 1])

    await menu.locator('summary').focus()
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Administration' }).press('Enter')
    await page.waitForURL('/administration')
    await search.press('Enter')
    await page.getByRole('searchbox', { name: 'Search for' }).waitFor()
    await context.close()
  })

  test('the menu closes by Escape, by a click elsewhere and by going on', async () => {
    const { context } = await world.open(world.nora)
    const page = await context.newPage()
    await page.goto('/')
    const button = page.locator('.bar .menu summary')
    const account = page.locator('.bar .menu').getByRole('link', { name: 'Account' })
    await button.focus()
    await page.keyboard.press('Enter')
    await account.waitFor()
    await account.focus()
    await page.keyboard.press('Escape')
    await account.waitFor({ state: 'hidden' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)

    await button.click()
    await account.waitFor()
    await page.locator('main').click({ position: { x: 1, y: 1 } })
    await account.waitFor({ state: 'hidden' })

    await button.click()
    await page.getByRole('button', { name: 'Sign out' }).focus()
    await page.keyboard.press('Tab')
    await account.waitFor({ state: 'hidden' })
    await context.close()
  })
}
