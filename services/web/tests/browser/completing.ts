import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openThread, replyTo } from '../support.ts'
import { barriers } from './window.ts'
import type { World } from './world.ts'

const textOf = (page: Page) => page.getByLabel('Text').inputValue()
const options = (page: Page) => page.getByRole('option')

export function testCompleting(world: World): void {
  describe('completion', () => {
    const inThread = async (path: '' | '/reply', write: (page: Page) => Promise<void>): Promise<void> => {
      const { suite, ada, nora, moderator, open } = world
      const { id } = await openThread(suite, ada, { title: 'Who is here' })
      await replyTo(suite, nora, id)
      await replyTo(suite, moderator, id)
      const { context, complaints } = await open(nora)
      const page = await context.newPage()
      await page.goto(`/threads/${id}${path}`)
      await page.getByLabel('Text').focus()
      await write(page)
      expect(complaints).toEqual([])
      await context.close()
    }

    test.each(['', '/reply'] as const)(
      'offers the members of the thread first, the last to write before all, and not oneself: on /threads/…%s',
      async (path) => {
        const { ada, moderator } = world
        await inThread(path, async (page) => {
          await page.keyboard.type('Thanks @')
          await expect
            .poll(() => options(page).allTextContents())
            .toEqual([`moderator#${moderator.id.slice(-5)}`, `Ada Lovelace#${ada.id.slice(-5)}`])
          // Nothing is chosen yet: Enter is a new line.
          await page.keyboard.press('Enter')
          expect(await textOf(page)).toBe('Thanks @\n')
        })
      },
    )

    test('is told as a list to choose from, by keys: arrows, Enter, Escape', async () => {
      const { ada } = world
      await inThread('', async (page) => {
        const text = page.getByLabel('Text')
        const chosen = () =>
          text.evaluate((field) => {
            const id = field.getAttribute('aria-activedescendant')
            return id && document.getElementById(id)?.querySelector('bdi')?.textContent
          })
        await page.keyboard.type('Hello @lov')
        await options(page).first().waitFor()
        expect(await text.getAttribute('aria-controls')).toBe(
          await page.getByRole('listbox').getAttribute('id'),
        )
        expect(await chosen()).toBe('Ada Lovelace')
        expect(await barriers(page)).toEqual([])
        await page.keyboard.press('Escape')
        await options(page).first().waitFor({ state: 'hidden' })
        expect([await text.getAttribute('aria-controls'), await textOf(page)]).toEqual([null, 'Hello @lov'])
        await page.keyboard.type('e')
        await options(page).first().waitFor()
        await page.keyboard.press('Enter')
        expect(await textOf(page)).toBe(`Hello @{${ada.id}} `)
        await page.keyboard.type('!')
        await page.getByRole('button', { name: 'Post reply' }).click()
        await page.waitForURL(/#post-/)
        await page.locator('article').last().getByRole('link', { name: '@Ada Lovelace' }).waitFor()
      })
    })

    test('finds members who have not written in the thread, by pointing as well', async () => {
      const stranger = await world.suite.member('far_away', { displayName: 'Élodie Loin' })
      await inThread('', async (page) => {
        await page.keyboard.type('@elod')
        await options(page).getByText('Élodie Loin').click()
        expect(await textOf(page)).toBe(`@{${stranger.id}} `)
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('body')
      })
    })

    test('completes the icons of the configuration, and no times or addresses', async () => {
      await inThread('', async (page) => {
        await page.keyboard.type('at 10:30, https://a.example :tro')
        await options(page).getByText('trophy').waitFor()
        expect(await options(page).allTextContents()).toEqual(['🏆 trophy'])
        await page.keyboard.press('Tab')
        expect(await textOf(page)).toBe('at 10:30, https://a.example :trophy: ')
        expect(await options(page).count()).toBe(0)
        // All that contain what is typed, those that begin with it first.
        await page.keyboard.type(':s')
        await options(page).first().waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('Enter')
        expect(await textOf(page)).toMatch(/:trophy: :\w*s\w*: $/)
      })
    })

    test('offers all icons by their button, and none for a colon that is only typed', async () => {
      await inThread('', async (page) => {
        await page.keyboard.type('Voilà :')
        await page.waitForTimeout(400)
        expect(await options(page).count()).toBe(0)
        await page.keyboard.type('\nWell')
        await page.getByRole('button', { name: 'Icon', exact: true }).click()
        await options(page).first().waitFor()
        expect(await options(page).count()).toBeGreaterThan(4)
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        expect(await textOf(page)).toMatch(/^Voilà :\nWell :\w+: $/)
        await page.keyboard.type(':')
        await page.waitForTimeout(400)
        expect(await options(page).count()).toBe(0)
      })
    })

    test('stands below the caret, within a narrow window', async () => {
      const { suite, ada, nora, open } = world
      const { id } = await openThread(suite, ada, { title: 'Narrow' })
      const { context } = await open(nora, { viewport: { width: 360, height: 700 } })
      const page = await context.newPage()
      await page.goto(`/threads/${id}/reply`)
      await page.getByLabel('Text').focus()
      await page.keyboard.type('One\nTwo\nThree and a line that is so long that it wraps @ad')
      await options(page).first().waitFor()
      const [list, text] = await Promise.all(
        [page.getByRole('listbox'), page.getByLabel('Text')].map((one) => one.boundingBox()),
      )
      if (!list || !text) throw new Error('nothing to see')
      // Below the fourth or fifth line of ten.
      expect(list.y).toBeGreaterThan(text.y + 4 * 20)
      expect(list.y).toBeLessThan(text.y + text.height - 20)
      expect(list.x).toBeGreaterThanOrEqual(0)
      expect(list.x + list.width).toBeLessThanOrEqual(360)
      await context.close()
    })
  })
}
