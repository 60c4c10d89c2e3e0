import { describe, expect, test } from 'vitest'
import { png } from '../../../media/tests/support.ts'
import { tabTo } from './keyboard.ts'
import type { World } from './world.ts'

const TWELVE = Array.from({ length: 12 }, (_, index) => index + 1)
const THREE_MINUTES = 180_000

/** A guide to a game, as people write it: a heading, a list of steps, and a picture of each. */
export function testGuide(world: World): void {
  describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
    test('a guide with twelve pictures is written at 360 px, by keys, and read', {
      timeout: THREE_MINUTES,
    }, async () => {
      const { context } = await world.open(world.ada, {
        javaScriptEnabled,
        viewport: { width: 360, height: 740 },
      })
      const page = await context.newPage()
      const files = await Promise.all(
        TWELVE.map(async (number) => ({
          name: `step ${number}.png`,
          mimeType: 'image/png',
          buffer: (await png(40 + number, 30)).bytes,
        })),
      )
      await page.goto('/sections/welcome/new')
      await tabTo(page, page.getByLabel('Title'))
      await page.keyboard.type('How to raise a creature')
      await page.getByLabel('Text').fill('# In twelve steps\n1. Find one\n2. Feed it\n> Patience.\n')
      const text = () => page.getByLabel('Text').inputValue()
      if (javaScriptEnabled) {
        await page.getByLabel('Text').focus()
        await page.keyboard.press('ControlOrMeta+End')
        const chooser = page.waitForEvent('filechooser')
        await tabTo(page, page.getByRole('button', { name: 'Bold', exact: true }))
        await page.keyboard.press('End')
        await page.keyboard.press('Enter')
        await (await chooser).setFiles(files)
        await expect.poll(async () => (await text()).match(/\(media:/g)?.length, { timeout: 60_000 }).toBe(12)
      } else
        for (const [index, file] of files.entries()) {
          await page.getByLabel('What it shows').fill(`step ${index + 1}`)
          await page.getByLabel('File').setInputFiles(file)
          await tabTo(page, page.getByRole('button', { name: 'Put it at the end of the text' }))
          await page.keyboard.press('Enter')
          await expect.poll(text).toContain(`![step ${index + 1}](media:`)
          expect(await page.getByLabel('Title').inputValue()).toBe('How to raise a creature')
        }
      await tabTo(page, page.getByRole('button', { name: 'Preview' }))
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('[data-preview] img').count()).toBe(12)
      await tabTo(page, page.getByRole('button', { name: 'Start thread' }))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/threads\//)
      const post = page.locator('article').first()
      await post.getByRole('heading', { name: 'In twelve steps' }).waitFor()
      expect(await post.getByRole('listitem').allTextContents()).toEqual(['Find one', 'Feed it'])
      await post.getByRole('blockquote').getByText('Patience.').waitFor()
      for (const number of TWELVE) {
        const picture = post.getByRole('img', { name: `step ${number}`, exact: true })
        await picture.scrollIntoViewIfNeeded()
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBe(40 + number)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      await context.close()
    })
  })
}
