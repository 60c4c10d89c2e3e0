import { expect, test } from 'vitest'
import { tabTo } from './keyboard.ts'
import { overflow } from './window.ts'
import type { World } from './world.ts'

const NARROW = { width: 360, height: 740 }

/** What somebody finds who has just come. */
export function testVisitor(world: World): void {
  test.each([
    { locale: 'en', archive: 'The archive of games', name: 'Name, or its beginning' },
    { locale: 'fr', archive: 'Les archives des jeux', name: 'Nom, ou son début' },
  ])(
    'a visitor finds a creature by name from the front page in three steps: by keyboard, without scripts, at 360 px ($locale)',
    async ({ locale, archive, name }) => {
      const { body } = await world.suite.call('GET', '/archive/records?type=GameACreature&limit=1')
      const [creature] = body.items
      const options = { viewport: NARROW, javaScriptEnabled: false, locale }
      const { context, complaints } = await world.open(undefined, options)
      const page = await context.newPage()
      await page.goto('/')
      let steps = 0
      const press = async () => {
        steps += 1
        await page.keyboard.press('Enter')
      }
      await tabTo(page, page.getByRole('link', { name: archive, exact: true }))
      await press()
      await page.waitForURL('**/archive')
      await tabTo(page, page.getByRole('searchbox', { name }))
      await page.keyboard.type(creature.name.toLowerCase())
      await press()
      await page.waitForURL(/\/archive\?name=/)
      await tabTo(page, page.locator(`a[href$="/creatures/${creature.id}"]`).first())
      await press()
      await page.getByRole('heading', { level: 1, name: creature.name }).waitFor()
      expect(steps).toBeLessThanOrEqual(3)
      expect([await overflow(page), complaints]).toEqual([0, []])
      await context.close()
    },
  )

  test('a visitor sees the password that they type, if they want to', async () => {
    const { context, complaints } = await world.open(undefined, { viewport: NARROW })
    const page = await context.newPage()
    await page.goto('/sign-in')
    const field = page.locator('input[name=password]')
    await field.fill('a long password')
    const show = page.getByRole('button', { name: 'Show the password' })
    await show.click()
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide the password' }).click()
    expect([await field.getAttribute('type'), await field.inputValue()]).toEqual([
      'password',
      'a long password',
    ])
    expect([await overflow(page), complaints]).toEqual([0, []])
    await context.close()
  })
}
