import { startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
} from './helpers/forum.ts'
import { lapse, sanction, short, unknown } from './helpers/moderation.ts'

let forum: Forum
let section: { id: string }
beforeAll(async () => {
  forum = await Forum.start(2)
  section = await forum.section()
  await forum.meet(administrator)
})
afterAll(() => forum?.close())

const pathOf = ({ id }: { id: string }) => `/users/${id}/profile`
const change = (who: Parameters<Forum['patch']>[1], body: object) => forum.patch('/self/profile', who, body)
const read = async (member: User, who: Parameters<Forum['get']>[1] = guest) =>
  ok(await forum.get(pathOf(member), who))
const said = (member: User, over: object = {}) => ({
  type: 'ForumProfile',
  user: short(member),
  about: null,
  pronouns: null,
  tagline: null,
  ...over,
})
async function met(name = 'Ada'): Promise<User> {
  const member = newUser(name)
  await forum.meet(member)
  return member
}

describe('a profile', () => {
  it('says nothing at first, then what its member has written, with the source for the member alone', async () => {
    const member = await met()
    expect(await read(member)).toEqual(said(member))
    const lines = { pronouns: 'she/her', tagline: 'Since the beta' }
    const about = { html: '<strong>Plants</strong>', marktwin: '**Plants**' }
    expect(ok(await change(member, { about: '**Plants**', ...lines }))).toEqual(
      said(member, { about, ...lines }),
    )
    expect(await read(member, member)).toEqual(said(member, { about, ...lines }))
    for (const who of [guest, administrator, client, underToken(member, 'base')])
      expect(await read(member, who)).toEqual(said(member, { about: { html: about.html }, ...lines }))
  })

  it('keeps the fields that a change leaves out, and loses those that are null', async () => {
    const member = await met()
    ok(await change(member, { about: 'Text', pronouns: 'they', tagline: 'Line' }))
    expect(ok(await change(member, { pronouns: null }))).toMatchObject({
      about: { html: 'Text' },
      pronouns: null,
      tagline: 'Line',
    })
    expect(ok(await change(member, {}))).toMatchObject({ about: { html: 'Text' }, tagline: 'Line' })
    expect(ok(await change(member, { about: null, tagline: null }))).toEqual(said(member))
  })

  it('has the markup of a member’s post, even an administrator’s: no block of a role, no picture', async () => {
    const picture = `![x](media:${unknown})`
    for (const who of [await met(), administrator]) {
      expect(ok(await change(who, { about: `${picture} <b>` })).about.html).toBe(`${picture} &lt;b&gt;`)
      for (const block of ['[admin]a[/admin]', '[mod]m[/mod]'])
        refused(await change(who, { about: block }), 400, 'failed to parse provided body')
    }
  })

  it('mentions members without notifying them, and calls them as they are called later', async () => {
    const [member, other] = [await met(), await met('Benedict')]
    const mention = (name: string) => `<span class="mkt-mention" data-user-id="${other.id}">@${name}</span>`
    ok(await change(member, { about: `With @{${other.id}}, data-user-id="${unknown}" data-user-id="x"` }))
    expect((await read(member)).about.html).toContain(mention('Benedict'))
    await forum.meet({ ...other, displayName: 'Benedicta' })
    await expect
      .poll(async () => (await read(member)).about.html, { timeout: 20_000 })
      .toContain(mention('Benedicta'))
    // Told after the mention in the profile would have been.
    const thread = await forum.thread(section, member, 'Mentioned', `@{${other.id}}`)
    const told = async () => ok(await forum.get('/notifications', other)).items
    await expect.poll(told).toHaveLength(1)
    expect((await told())[0].thread.id).toBe(thread.id)
  })

  it('quotes members by what they are called later, where it has their mark; a name alone may be anybody’s', async () => {
    const [member, other] = [await met(), await met('Quotable One')]
    const mark = `#${other.id.slice(-5)}`
    const about = (name: string) => `[quote=${name}${mark}]x[/quote][quote=Quotable One]y[/quote]`
    const html = (name: string) =>
      [`${name}${mark}</cite>x`, 'Quotable One</cite>y']
        .map((quoted) => `<blockquote class="mkt-quote"><cite>${quoted}</blockquote>`)
        .join('')
    expect(ok(await change(member, { about: about('Quotable One') })).about.html).toBe(html('Quotable One'))
    await forum.meet({ ...other, displayName: 'Quoted Anew' })
    await expect
      .poll(async () => (await read(member)).about.html, { timeout: 20_000 })
      .toBe(html('Quoted Anew'))
    expect((await read(member, member)).about.marktwin).toBe(about('Quoted Anew'))
  })

  it('is previewed as it would be shown, and stays as it is', async () => {
    const [member, other] = [await met(), await met('Benedict')]
    const about = `# Me\n- @{${other.id}} https://plants.example/\n![x](media:${unknown})`
    const preview = (who: Parameters<Forum['post']>[1], source: string) =>
      forum.post('/self/profile/preview', who, { about: source })
    const { html } = ok(await preview(member, about))
    expect(await read(member)).toEqual(said(member))
    expect(ok(await change(member, { about })).about.html).toBe(html)
    for (const source of ['', '[quote]', '[mod]x[/mod]'])
      refused(await preview(administrator, source), 400, 'failed to parse provided body')
    expect((await preview(member, 'x'.repeat(2_001))).status).toBe(422)
    await sanction(forum, member)
    refused(await preview(member, about), 403, 'forbidden')
  })

  it.each([
    ['guests', () => guest, 401, 'authentication required'],
    ['bad credentials', () => unresolvable, 401, 'invalid credentials'],
    ['clients', () => client, 401, 'authentication required'],
    ['a token that only reads', () => underToken(newUser('R'), 'forum:read'), 403, 'forbidden'],
  ] as const)('is not changed by %s', async (_, who, status, message) => {
    refused(await change(who(), { tagline: 'x' }), status, message)
  })

  it('is changed under a token that writes, but not while its member is muted in the whole forum', async () => {
    const member = await met()
    ok(await change(underToken(member, 'forum:write'), { tagline: 'Mine' }))
    await sanction(forum, member, { section })
    ok(await change(member, { tagline: 'Still mine' }))
    const muted = await sanction(forum, member)
    refused(await change(member, { tagline: 'x' }), 403, 'forbidden')
    await lapse(forum, muted)
    ok(await change(member, { tagline: 'Again' }))
  })

  it('takes what fits, counted in characters, and refuses the rest', async () => {
    const member = await met()
    const most = { about: '🦊'.repeat(2_000), pronouns: '🦊'.repeat(40), tagline: '🦊'.repeat(120) }
    expect(ok(await change(member, most))).toMatchObject({ pronouns: most.pronouns, tagline: most.tagline })
    const wrong: [object, RegExp][] = [
      ...Object.entries(most).map(([field, value]): [object, RegExp] => [
        { [field]: `${value}x` },
        new RegExp(`^invalid \`${field}\``),
      ]),
      ...['', '  ', 'two\nlines', 'a\u2028b', '\0', '\ud800', 'bell\u0007'].flatMap(
        (line): [object, RegExp][] => [
          [{ pronouns: line }, /^invalid `pronouns`/],
          [{ tagline: line }, /^invalid `tagline`/],
        ],
      ),
      [{ about: 7 }, /^invalid `about`/],
      [{ tagline: ['x'] }, /^invalid `tagline`/],
    ]
    for (const [body, message] of wrong) {
      const answer = await change(member, body)
      expect([answer.status, answer.body.error], JSON.stringify(body).slice(0, 60)).toEqual([
        422,
        expect.stringMatching(message),
      ])
    }
    for (const about of ['[quote]never closed', '\0', 'half \ud800'])
      refused(await change(member, { about }), 400, 'failed to parse provided body')
    expect(await read(member)).toMatchObject({ tagline: most.tagline })
  })

  it('has of simultaneous changes each as a whole', async () => {
    const member = await met()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        change(member, at % 2 ? { about: `about ${at}`, pronouns: `p${at}` } : { tagline: `line ${at}` }),
      ),
    )
    for (const answer of answers) ok(answer)
    const { about, pronouns, tagline } = await read(member)
    expect(about.html).toBe(`about ${pronouns.slice(1)}`)
    expect(tagline).toMatch(/^line \d+$/)
  })

  it('is nobody’s whom nobody knows', async () => {
    for (const id of ['nobody', '%00']) refused(await forum.get(pathOf({ id })), 404, 'user not found')
  })
})

describe('emptying a profile', () => {
  const reason = { reason: 'No advertisements.' }

  it('warns its member once, whoever does it at the same time', async () => {
    const [member, moderator] = [await met(), await forum.globalModerator()]
    ok(await change(member, { about: 'Buy gold', pronouns: 'x', tagline: 'Gold!' }))
    const empty = (at: number) => forum.delete(pathOf(member), at % 2 ? moderator : administrator, reason)
    for (const answer of await Promise.all(Array.from({ length: 10 }, (_, at) => empty(at))))
      expect(ok(answer)).toEqual(said(member))
    expect(await read(member, member)).toEqual(said(member))
    const warnings = ok(await forum.get('/self/sanctions', member))
    expect(warnings).toMatchObject({ count: 1, items: [{ kind: 'Warning', section: null, ...reason }] })
    const log = ok(await forum.get(`/moderation_log?target_user=${member.id}`, administrator)).items.filter(
      ({ target_user: target }: { target_user: { id: string } | null }) => target?.id === member.id,
    )
    expect(log).toMatchObject([{ action: 'CreateSanction', data: { kind: 'Warning' } }])
    const told = async () => ok(await forum.get('/notifications', member)).items
    await expect.poll(told).toMatchObject([{ kind: 'Sanctioned' }])
    ok(await change(member, { tagline: 'Sorry' }))
  })

  it('of a profile that says nothing warns nobody', async () => {
    const member = await met()
    ok(await change(member, { tagline: 'x' }))
    ok(await change(member, { tagline: null }))
    expect(ok(await forum.delete(pathOf(member), administrator, reason))).toEqual(said(member))
    expect(ok(await forum.get('/self/sanctions', member)).count).toBe(0)
  })

  it('is for whoever moderates the whole site, with a reason', async () => {
    const member = await met()
    ok(await change(member, { tagline: 'Mine' }))
    const moderator = await forum.moderator(section)
    const root = underToken(await forum.globalModerator(), 'forum:write')
    for (const who of [member, moderator, root])
      for (const target of [member, { id: unknown }])
        refused(await forum.delete(pathOf(target), who, reason), 403, 'forbidden')
    for (const who of [guest, client])
      refused(await forum.delete(pathOf(member), who, reason), 401, 'authentication required')
    for (const body of [{}, { reason: null }, { reason: '\0' }])
      expect((await forum.delete(pathOf(member), administrator, body)).status).toBe(422)
    expect(await read(member)).toMatchObject({ tagline: 'Mine' })
  })
})

describe('where limits are on', () => {
  it('links of a new account stay text, and changes count as edits', async () => {
    const suite = await startSuite({
      services: ['forum'],
      limits: true,
      config: { limits: { new_account: { edits_per_hour: 3 } } },
    })
    try {
      const limited = new Forum(suite)
      const newcomer = newUser('Newcomer')
      const about = 'https://spam.example/'
      const send = () => limited.patch('/self/profile', newcomer, { about })
      expect(ok(await send()).about.html).toBe(about)
      refused(
        await limited.patch('/self/profile', newcomer, { about: '[quote]' }),
        400,
        'failed to parse provided body',
      )
      for (const _ of [2, 3]) ok(await send())
      refused(await send(), 429, 'too many requests')
    } finally {
      await suite.close()
    }
  })
})
