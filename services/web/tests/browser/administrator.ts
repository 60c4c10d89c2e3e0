import type { Page } from 'playwright-core'

/**
 * What a new community needs: signs in, creates a section with a moderator, registers an application and mails
 * somebody.
 */
export async function setUpCommunity(page: Page, password: string, name: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'I am already a member' }).click()
  await page.getByLabel('Username or email').fill('administrator')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // A telephone shows few tabs: the first page leads everywhere.
  const administer = async (what: string) => {
    const menu = page.locator('.bar .menu')
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'Administration' }).click()
    await page.getByRole('heading', { name: what, exact: true }).getByRole('link').click()
  }

  await administer('Sections')
  await page.getByRole('link', { name: 'New section' }).click()
  await page.getByLabel('Key').fill(name)
  await page.getByLabel('Name', { exact: true }).fill(`Section ${name}`)
  await page.getByLabel('Below').selectOption({ label: 'Community' })
  await page.getByLabel('Language').fill('french')
  await page.getByRole('button', { name: 'New section' }).click()
  await page.getByText('Enter a language and a country').waitFor()
  await page.getByLabel('Language').fill('fr-FR')
  await page.getByRole('button', { name: 'New section' }).click()

  const row = page.getByRole('listitem').filter({ hasText: `Section ${name}` })
  await row.getByRole('link', { name: 'Moderators' }).click()
  await page.getByLabel('Member').fill('nora')
  await page.getByRole('button', { name: 'Make moderator' }).click()
  await page.getByRole('button', { name: 'Revoke' }).waitFor()

  await administer('OAuth clients')
  await page.getByRole('link', { name: 'Register an application' }).click()
  await page.getByLabel('Handle').fill(name)
  await page.getByLabel('Name', { exact: true }).fill('The game')
  await page.getByLabel('Home page').fill('https://game.example/')
  await page.getByLabel('Callback address').fill('https://game.example/back')
  await page.getByLabel('Read the forum as the member').check()
  await page.getByRole('button', { name: 'Register an application' }).click()
  await page.getByText('client_secret').waitFor()

  await administer('Members')
  await page.locator('main input[name=name]').fill('nora')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'نورة القحطاني' }).click()
  await page.getByRole('heading', { name: 'For moderators' }).waitFor()
}
