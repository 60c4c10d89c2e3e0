import type { Locator, Page } from 'playwright-core'

/** Thirty reports wait, ten of one member: views one, mutes its author, and resolves the rest a page at a time. */
export async function faceRush(page: Page, hasScripts: boolean): Promise<void> {
  await page.goto('/moderation')
  await page.getByRole('link', { name: 'A rush' }).first().click()
  const pending = page.locator('.figures div').filter({ hasText: 'Reports pending' })
  await pending.getByText('10').waitFor()
  await page.getByRole('link', { name: 'Warn or mute', exact: true }).click()
  await page.getByLabel('Type').selectOption({ label: 'Mute: the member cannot write' })
  await page.getByLabel('For how long').selectOption({ label: 'three days' })
  await page.getByLabel('Reason').fill('Advertising')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Advertising').waitFor()

  for (const expected of [25, 5]) {
    await page.goto('/moderation')
    const boxes = page.locator('.queue .pick')
    if (hasScripts) await page.getByLabel('Select all').check()
    else for (const box of await boxes.all()) await box.check()
    const many = page.locator('.bulk')
    await many.getByLabel('Note to the reporters').fill('Thank you')
    await many.getByRole('button', { name: 'Accept' }).click()
    await page.getByText(`${expected} reports were resolved.`).waitFor()
  }
  await page.getByText('All done').waitFor()
}

/** Hides the post on this card, warns its author and accepts its reports; returns how many clicks it takes. */
export async function hideWarnAndAccept(card: Locator, reason: string): Promise<number> {
  const clicks = [
    card.getByLabel('Hide the post'),
    card.getByLabel('Warn', { exact: true }),
    card.getByRole('button', { name: 'Accept' }),
  ]
  const last = clicks.length - 1
  for (const [index, one] of clicks.entries()) {
    if (index === last) await card.getByLabel('Reason').fill(reason)
    await one.click()
  }
  return clicks.length
}

/** Hides all that the author of this post has written; returns how many clicks it takes. */
export async function cleanUp(page: Page, post: Locator, reason: string): Promise<number> {
  await post.getByRole('link', { name: 'Clean up a spammer' }).click()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Hide everything' }).click()
  return 2
}
