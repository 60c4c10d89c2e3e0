import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openThread } from '../support.ts'
import type { World } from './world.ts'

/** Types a text and selects these words of it. */
async function select(page: Page, text: string, words: string): Promise<void> {
  await page.getByLabel('Text').fill(text)
  await page.getByLabel('Text').evaluate((field: HTMLTextAreaElement, selected) => {
    const from = field.value.indexOf(selected)
    field.setSelectionRange(from, from + selected.length)
  }, words)
}

/** The text with `|` where the selection begins and ends, or one where the caret is. */
const marked = (page: Page): Promise<string> =>
  page.getByLabel('Text').evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const [before, selected] = [value.slice(0, selectionStart), value.slice(selectionStart, selectionEnd)]
    return `${before}|${selected}${selected && '|'}${value.slice(selectionEnd)}`
  })

export function testComposing(world: World): void {
  describe('the editor', () => {
    const inEditor = async (write: (page: Page) => Promise<void>): Promise<void> => {
      const { context, complaints } = await world.open(world.ada)
      const page = await context.newPage()
      await page.goto('/sections/welcome/new')
      await write(page)
      expect(complaints).toEqual([])
      await context.close()
    }

    test.each([
      ['Bold', 'so good', 'good', 'so **|good|**'],
      ['Italic', 'so good ', 'good ', 'so _|good|_ '],
      ['Spoiler', 'he dies', 'dies', 'he |||dies|||'],
      ['Quotation', 'so said', 'so said', '|> so said|'],
      ['Quotation', 'one\n\ntwo', 'one\n\ntwo', '|> one\n>\n> two|'],
      ['Quotation', '> one\n>\n> two', '> one\n>\n> two', '|one\n\ntwo|'],
      ['List', 'one\ntwo\n\nthree', 'one\ntwo\n\nthree', '|- one\n- two\n\n- three|'],
      ['Code', 'x = 1', 'x = 1', '`|x = 1|`'],
      ['Code', 'see\nx = 1\ny = 2', 'x = 1\ny = 2', 'see\n```\n|x = 1\ny = 2|\n```'],
      ['Link', 'my page', 'page', 'my [page](|https://|)'],
      ['Link', 'see https://a.example/', 'https://a.example/', 'see [|](https://a.example/)'],
    ])('%s: of %j with %j selected makes %j, and undoes it', async (button, text, words, expected) => {
      await inEditor(async (page) => {
        await select(page, text, words)
        await page.getByRole('button', { name: button, exact: true }).click()
        expect(await marked(page)).toBe(expected)
        await page.keyboard.press('ControlOrMeta+z')
        expect(await page.getByLabel('Text').inputValue()).toBe(text)
      })
    })

    test('has marks by keys, which take themselves away', async () => {
      await inEditor(async (page) => {
        for (const [key, once] of [
          ['b', 'so **|good|**'],
          ['i', 'so _|good|_'],
        ] as const) {
          await select(page, 'so good', 'good')
          await page.keyboard.press(`ControlOrMeta+${key}`)
          expect(await marked(page)).toBe(once)
          await page.keyboard.press(`ControlOrMeta+${key}`)
          expect(await marked(page)).toBe('so |good|')
        }
        await page.getByLabel('Text').fill('')
        await page.keyboard.press('ControlOrMeta+k')
        expect(await marked(page)).toBe('[|](https://)')
      })
    })

    test('has buttons that are one stop of Tab, with arrows between them', async () => {
      await inEditor(async (page) => {
        const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
        await page.getByLabel('Title').focus()
        await page.keyboard.press('Tab')
        expect(await focused()).toBe('Bold')
        await page.keyboard.press('ArrowRight')
        expect(await focused()).toBe('Italic')
        await page.keyboard.press('End')
        expect(await focused()).toBe('Picture')
        await page.keyboard.press('ArrowRight')
        expect(await focused()).toBe('Bold')
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Tab')
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('body')
        await page.keyboard.press('Shift+Tab')
        expect(await focused()).toBe('Italic')
        await page.keyboard.press('Enter')
        expect(await marked(page)).toBe('_|_')
      })
    })

    test('has no buttons without scripts, and its help', async () => {
      const { context } = await world.open(world.ada, { javaScriptEnabled: false })
      const page = await context.newPage()
      const { id } = await openThread(world.suite, world.nora, { title: 'Plainly' })
      await page.goto(`/threads/${id}`)
      expect(await page.getByRole('toolbar').count()).toBe(0)
      await page.getByText('How to format posts').first().waitFor()
      await context.close()
    })
  })
}
