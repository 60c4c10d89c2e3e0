import { bearer } from '@agora/testing/client'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
let moderator: Member
let member: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
  administrator = await suite.administrator()
  moderator = await suite.member('moderator')
  member = await suite.member('member')
  const role = { user: { type: 'User', id: moderator.id }, role: 'GlobalModerator' }
  await suite.call('POST', '/forum/role_grants', { as: administrator, body: role })
})
afterAll(() => suite?.close())

const set = (body: object) => suite.call('PATCH', '/site', { as: administrator, body })
let made = 0
const register = (more: object = {}) => {
  made += 1
  const body = {
    username: `person_${made}`,
    display_name: `Person ${made}`,
    password: 'a long password',
    ...more,
  }
  return suite.call('POST', '/users', { body })
}
/** What a member's export says in one of its files. */
async function linesOf(file: string, user: string): Promise<unknown[]> {
  const lines: unknown[] = []
  let cursor: string | null = null
  do {
    const as = bearer(suite.secrets.serviceKeys['mail-jobs'])
    const page = await suite.call('POST', `${suite.url}/internal/exports`, { as, body: { user, cursor } })
    expect(page.status, page.text).toBe(200)
    if (page.body.file === file) lines.push(...page.body.lines)
    cursor = page.body.next
  } while (cursor !== null)
  return lines
}

describe('the rules', () => {
  const rules = async (): Promise<{ locale: string; time: string }> => {
    const { locale, time } = (await suite.call('GET', '/forum/texts/rules')).body
    return { locale, time }
  }
  const write = (body: string) =>
    suite.call('PUT', '/forum/texts/rules', { as: administrator, body: { locale: 'en', body } })

  test('are accepted as they are now, kept with the account, shown to administrators, exported and erased with it', async () => {
    await set({ registration: null, accepts_rules: true })
    // None are written yet.
    expect((await register()).status).toBe(200)
    await write('Be kind.')
    const first = await rules()
    expect((await register()).status).toBe(422)
    await write('Be very kind.')
    expect((await register({ accepted_rules: first })).body).toEqual({ error: 'rules have changed' })
    const accepted_rules = await rules()
    const { body } = await register({ accepted_rules })
    const exported = () => linesOf('rules_accepted', body.id)
    const accepted = [
      expect.objectContaining({ locale: 'en', wording: 'Be very kind.', accepted_at: expect.any(String) }),
    ]
    expect(await exported()).toEqual(accepted)
    const shown = async (id: string) =>
      (await suite.call('GET', `/users/${id}/accepted-rules`, { as: administrator })).body
    expect(await shown(body.id)).toEqual({
      rules: {
        locale: 'en',
        written_at: accepted_rules.time,
        accepted_at: expect.any(String),
        wording: 'Be very kind.',
      },
    })
    expect(await shown(administrator.id)).toEqual({ rules: null })
    // Many accept one wording at once; an edit changes nothing of what was accepted before.
    const joined = await Promise.all(Array.from({ length: 5 }, () => register({ accepted_rules })))
    expect(joined.map(({ status }) => status)).toEqual(Array(5).fill(200))
    await write('Be kind again.')
    expect(await exported()).toEqual(accepted)
    await suite.call('DELETE', `/users/${body.id}`, { as: administrator, body: {} })
    expect(await exported()).toEqual([])
    const rows = await query(suite, 'SELECT FROM rules_acceptance WHERE account_id = $1', [body.id])
    expect(rows).toEqual([])
  })

  test('let nobody in unseen while the forum is away', async () => {
    await suite.processes.forum[0]!.kill()
    expect(
      (await register({ accepted_rules: { locale: 'en', time: '2026-01-01T00:00:00.000Z' } })).status,
    ).toBe(503)
    await suite.processes.forum[0]!.start()
    await set({ accepts_rules: null })
  })
})

describe('the settings of the site', () => {
  test('are the configuration’s until they are changed, and again where that is taken back', async () => {
    const site = async () => (await suite.call('GET', '/site')).body
    expect(await site()).toMatchObject({ name: 'Agora', mail_locale: 'en-US', registration: 'Open' })
    const both = [set({ name: 'The Guild' }), set({ mail_locale: 'fr-FR' })]
    await Promise.all(both)
    expect(await site()).toMatchObject({ name: 'The Guild', mail_locale: 'fr-FR' })
    // Nobody may look like the site.
    expect((await register({ display_name: 'The Guild' })).status).toBe(422)
    await set({ name: null, mail_locale: null })
    expect(await site()).toMatchObject({ name: 'Agora', mail_locale: 'en-US' })
  })

  test.each([
    { colours: { light: { accent: '#eeeeee' }, dark: {} } },
    { colours: { light: { accent: 'red;} body{display:none' }, dark: {} } },
    { colours: { light: { accent: 'url(https://evil.example)' }, dark: {} } },
    { colours: { light: { __proto__x: '#000000' }, dark: {} } },
    { name: '' },
    { name: 'x'.repeat(65) },
    { registration: 'Everybody' },
  ])('take nothing such as %j', async (body) => {
    expect((await set(body)).status).toBe(422)
  })

  test('are changed by administrators alone, who have signed in recently', async () => {
    for (const as of [member, moderator])
      expect((await suite.call('PATCH', '/site', { as, body: { name: 'Mine' } })).status).toBe(403)
    await query(
      suite,
      "UPDATE session SET confirmed_at = now() - interval '20 minutes' WHERE account_id = $1",
      [administrator.id],
    )
    expect((await set({ name: 'Mine' })).body).toEqual({ error: 'recent sign-in is required' })
  })
})
