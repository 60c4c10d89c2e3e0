import type { Page } from 'playwright-core'

/** Thirty reports wait, ten of one member: views one, mutes its author, and resolves the rest a page at a time. */
export async function faceRush(page: Page, hasScripts: boolean): Promise<void> {
  await page.goto('/moderation')
  await page.getByRole('link', { name: 'A rush' }).first().click()
  const pending = page.locator('.figures div').filter({ hasText: 'Reports pending' })
  await pending.getByText('10').waitFor()
  await page.getByRole('link', { name: 'Warn or mute' }).click()
  await page.getByLabel('Type').selectOption({ label: 'Mute: the member cannot write' })
  await page.getByLabel('For how long').selectOption({ label: 'three days' })
  await page.getByLabel('Reason').fill('Advertising')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Advertising').waitFor()

  for (const expected of [25, 5]) {
    await page.goto('/moderation')
    const boxes = page.locator('.queue input[name="report"]')
    if (hasScripts) await page.getByLabel('With the selected reports').check()
    else for (const box of await boxes.all()) await box.check()
    await page.getByLabel('Note to the reporter').fill('Thank you')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText(`${expected} reports were resolved.`).waitFor()
  }
  await page.getByText('All done').waitFor()
}
