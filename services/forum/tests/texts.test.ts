import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, refused } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const write = (key: string, locale: string, body: string) =>
  forum.put(`/texts/${key}`, administrator, { locale, body })
const read = (key: string, locale: string) => forum.get(`/texts/${key}?locale=${locale}`)
const remove = (key: string, locale: string) => forum.delete(`/texts/${key}`, administrator, { locale })

it('a text is shown in the language that is wanted, else in the other, and each is removed by itself', async () => {
  for (const [locale, body] of [
    ['en', 'Private.'],
    ['fr', 'Privé.'],
  ] as const)
    ok(await write('privacy', locale, body))
  const shown = async (locale: string) => ok(await read('privacy', locale)).html
  expect([await shown('fr'), await shown('en')]).toEqual(['Privé.', 'Private.'])
  ok(await remove('privacy', 'en'))
  refused(await remove('privacy', 'en'), 404, 'text not found')
  expect(await shown('en')).toBe('Privé.')
  ok(await remove('privacy', 'fr'))
  refused(await read('privacy', 'fr'), 404, 'text not found')
})

it('its markup is told to administrators alone, and one that cannot be read changes nothing', async () => {
  ok(await write('contact', 'en', 'Write to **us**.'))
  expect((await write('contact', 'en', '[quote]open')).status).toBe(400)
  const to = async (who = guest) => ok(await forum.get('/texts/contact', who))
  for (const who of [guest, newUser('Reader')]) expect(await to(who)).not.toHaveProperty('marktwin')
  expect(await to(administrator)).toMatchObject({
    marktwin: 'Write to **us**.',
    html: 'Write to <strong>us</strong>.',
  })
  ok(await remove('contact', 'en'))
})

it('nobody is mentioned in a text: names in it would not follow their members', async () => {
  await forum.meet(administrator)
  ok(await write('legal', 'en', `By @{${administrator.id}}.`))
  expect(ok(await read('legal', 'en')).html).not.toContain('data-user-id')
  ok(await remove('legal', 'en'))
})
