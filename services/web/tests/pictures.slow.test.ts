import { findChromium } from '@agora/testing/browser'
import { queryTables } from '@agora/testing/query'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../media/tests/support.ts'
import { openWindow } from './browser/window.ts'
import { openThread } from './support.ts'

const options = findChromium()
/** How many pictures a new account may send a day, here. */
const PICTURES = 3

describe.skipIf(options === undefined)('pictures, in Chromium', () => {
  let suite: Suite
  let browser: Browser
  let ada: Member
  beforeAll(async () => {
    suite = await startSuite({
      services: ['gateway', 'forum', 'web', 'media'],
      limits: true,
      config: { limits: { new_account: { pictures_per_day: PICTURES }, registrations_per_hour: 100 } },
    })
    browser = await chromium.launch(options ?? {})
    ada = await suite.member('ada', { displayName: 'Ada' })
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
  })

  let members = 0
  /** Somebody who has sent nothing yet, in the editor. */
  async function editor(path = '/sections/welcome/new', as?: Member) {
    members += 1
    const member = as ?? (await suite.member(`painter_${members}`))
    const { context, complaints } = await openWindow(browser, suite, member)
    const page = await context.newPage()
    await page.goto(path)
    return { page, context, complaints, member, text: page.getByLabel('Text') }
  }
  const fileOf = async (name: string, type = 'image/png', bytes?: Buffer) => ({
    name,
    mimeType: type,
    buffer: bytes ?? (await png()).bytes,
  })
  const choose = async (page: Page, file: Awaited<ReturnType<typeof fileOf>>) =>
    page.locator('[data-pictures] input').setInputFiles(file)
  const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor()
  const pictureIn = async (text: ReturnType<Page['getByLabel']>) =>
    /!\[([^\]]*)\]\(media:([0-9a-f-]{36})\)/.exec(await text.inputValue()) ?? []

  test('those of a draft are there when its writer comes back; one that is gone can be chosen again', async () => {
    const { page, context, text, complaints } = await editor()
    for (const name of ['kept.png', 'lost.png']) {
      await choose(page, await fileOf(name))
      await expect.poll(() => text.inputValue()).toContain(name.replace('.png', '](media:'))
    }
    expect(await text.inputValue()).toMatch(/^!\[kept\]\(\S+\)\n!\[lost\]\(\S+\)$/)
    const ids = [...(await text.inputValue()).matchAll(/media:([0-9a-f-]{36})/g)].map(([, id]) => id ?? '')
    const held = 'SELECT FROM media WHERE id = ANY($1) AND unclaimed_since > now()'
    const areHeld = async () => (await queryTables(suite, 'media', held, [ids])).length
    await expect.poll(areHeld).toBe(2)
    const [kept, lost] = ids.sort((a) => (a === ids[0] ? -1 : 1))
    // Two days later.
    const later =
      "UPDATE media SET unclaimed_since = unclaimed_since - interval '48 hours' WHERE id = ANY($1)"
    await queryTables(suite, 'media', later, [ids])
    await queryTables(suite, 'media', 'UPDATE media SET gone_at = now() WHERE id = $1', [lost])
    await page.reload()
    await said(page, 'The picture “lost” is not kept any more.')
    await page.getByRole('button', { name: 'Delete kept' }).waitFor()
    const heldAnew = `${held} AND unclaimed_since > now() + interval '12 days 23 hours'`
    await expect.poll(async () => (await queryTables(suite, 'media', heldAnew, [[kept]])).length).toBe(1)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose again lost' }).press('Enter')
    await (await chooser).setFiles(await fileOf('found.png'))
    await expect.poll(() => text.inputValue()).toContain('![found](media:')
    expect(await text.inputValue()).not.toContain(lost)

    await page.reload()
    await page.getByRole('button', { name: 'Delete found' }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(async () => (await queryTables(suite, 'media', heldAnew, [[kept]])).length).toBe(0)
    expect(await page.getByRole('button', { name: 'Delete kept' }).count()).toBe(0)
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([])
    await context.close()
  })

  test('chosen, one stands at the caret with its words selected, in the preview and in the post', async () => {
    const { page, context, text, complaints } = await editor()
    await page.getByLabel('Title').fill('With a picture')
    await text.fill('Look: ')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Picture' }).click()
    await (await chooser).setFiles(await fileOf('my [best] creature.png'))
    await said(page, 'The picture is in the text')
    expect((await pictureIn(text))[1]).toBe('my best creature')
    await page.keyboard.type('A blue dragon')
    const [mark, , id] = await pictureIn(text)
    expect(await text.inputValue()).toBe(`Look: ![A blue dragon](media:${id})`)
    expect(mark).toContain('A blue dragon')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('[data-preview]').getByRole('img', { name: 'A blue dragon' }).waitFor()
    await page.getByRole('button', { name: 'Start thread' }).click()
    await page.waitForURL(/\/threads\//)
    const shown = page.locator('article').getByRole('img', { name: 'A blue dragon' })
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(40)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('pasted and dropped ones are sent as well; text that has a picture beside it stays text', async () => {
    const { id } = await openThread(suite, ada)
    const { page, context, text } = await editor(`/threads/${id}`)
    const give = (event: 'paste' | 'drop', bytes: number[], words?: string) =>
      text.evaluate(
        (field, { kind, content, plain }) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(content)], `${kind}.png`, { type: 'image/png' }))
          if (plain) data.setData('text/plain', plain)
          const init = { bubbles: true, cancelable: true }
          const made =
            kind === 'paste'
              ? new ClipboardEvent(kind, { ...init, clipboardData: data })
              : new DragEvent(kind, { ...init, dataTransfer: data })
          return field.dispatchEvent(made)
        },
        { kind: event, content: bytes, plain: words },
      )
    const bytes = [...(await png()).bytes]
    expect(await give('paste', bytes, 'a table')).toBe(true)
    expect(await give('paste', bytes)).toBe(false)
    await said(page, 'The picture is in the text')
    expect((await pictureIn(text))[1]).toBe('paste')
    await text.press('End')
    expect(await give('drop', bytes)).toBe(false)
    await page.locator('[data-pictures] li').nth(1).waitFor()
    await expect.poll(() => text.inputValue()).toMatch(/!\[drop\]\(media:/)
    await context.close()
  })

  test('whoever goes on writing is not interrupted, and sends nothing before the picture is there', async () => {
    const { id } = await openThread(suite, ada)
    const { page, context, text } = await editor(`/threads/${id}`)
    let letGo = () => {}
    const enough = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/v1/media', async (route) => {
      await enough
      await route.continue()
    })
    await text.fill('First line.')
    await choose(page, await fileOf('late.png'))
    await said(page, 'Sending late.png')
    await text.press('End')
    await page.keyboard.type(' And')
    await page.getByRole('button', { name: 'Post reply' }).click()
    await said(page, 'still on its way')
    await text.focus()
    letGo()
    await said(page, 'The picture is in the text')
    await page.keyboard.type(' more.')
    expect(await text.inputValue()).toMatch(/^First line\. And more\.\n!\[late\]\(media:[0-9a-f-]{36}\)$/)
    await page.getByRole('button', { name: 'Post reply' }).click()
    await page.waitForURL(/#post-/)
    await page.locator('article').getByRole('img', { name: 'late' }).waitFor()
    await context.close()
  })

  test('one is taken back: out of the text, and deleted', async () => {
    const { id, post } = await openThread(suite, ada)
    const { page, context, text } = await editor(`/posts/${post}/edit`, ada)
    await choose(page, await fileOf('wrong.png'))
    await said(page, 'The picture is in the text')
    const [, , media] = await pictureIn(text)
    expect((await suite.call('GET', `/media/${media}/thumbnail`)).status).toBe(200)
    await page.getByRole('button', { name: 'Delete wrong' }).click()
    await said(page, 'The picture is deleted')
    expect(await text.inputValue()).toBe('Its first post.')
    expect((await suite.call('GET', `/media/${media}/thumbnail`)).status).toBe(404)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('body')
    expect(id).toBeDefined()
    await context.close()
  })

  test('a refusal is told in words, and changes nothing', async () => {
    const { page, context, text } = await editor()
    await text.fill('As it was.')
    const broken = Buffer.concat([(await png()).bytes.subarray(0, 60), Buffer.alloc(200)])
    const refused: [Awaited<ReturnType<typeof fileOf>>, string][] = [
      [await fileOf('notes.txt', 'text/plain'), 'notes.txt is no picture that can be shown'],
      [await fileOf('really.png', 'image/png', Buffer.from('not a picture')), 'really.png is no picture'],
      [
        await fileOf('huge.png', 'image/png', Buffer.alloc(8 * 1024 * 1024 + 1)),
        'huge.png is larger than 8 MB',
      ],
      [await fileOf('broken.png', 'image/png', broken), 'broken.png cannot be shown'],
    ]
    for (const [file, words] of refused) {
      await choose(page, file)
      await said(page, words)
      expect([words, await text.inputValue()]).toEqual([words, 'As it was.'])
    }
    await context.close()
  })

  test('beyond what an account may send, that is said', async () => {
    const { page, context } = await editor()
    for (let sent = 0; sent < PICTURES; sent++) {
      await choose(page, await fileOf(`number ${sent}.png`))
      await page.locator('[data-pictures] li').nth(sent).waitFor()
    }
    await choose(page, await fileOf('one more.png'))
    await said(page, 'as many pictures as you may')
    await context.close()
  })
})
