import { THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, refused, type User, underToken } from './helpers/forum.ts'
import { unknown } from './helpers/moderation.ts'

let forum: Forum
let above: { id: string; key: string }
let below: { id: string; key: string }
let elsewhere: { id: string; key: string }
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.start(2)
  above = await forum.section({ locale: 'fr-FR' })
  below = await forum.section({ parent: above.key })
  elsewhere = await forum.section()
  await forum.meet(author, administrator)
})
afterAll(() => forum.close())

interface Listed {
  id: string
  self: { is_unread: boolean }
}
const list = async (query: string, who: Parameters<typeof forum.get>[1] = guest) =>
  ok(await forum.get(`/threads${query}`, who))
const idsOf = async (query: string, who?: Parameters<typeof forum.get>[1]) => {
  const { items, count } = await list(query, who)
  if (!/offset|limit/.test(query)) expect(items).toHaveLength(Math.min(count, THREADS_PER_PAGE))
  return items.map(({ id }: Listed) => id)
}
const watch = (kind: 'threads' | 'sections', target: { id: string }, who: User, level = 'Watching') =>
  forum.put(`/${kind}/${target.id}/subscription`, who, { level }).then(ok)

describe('the latest threads', () => {
  it('are those of all sections, the newest answer first, pinned or not, without deleted ones', async () => {
    const [first, second, third, gone] = [
      await forum.thread(below, author, 'First'),
      await forum.thread(elsewhere, author, 'Second'),
      await forum.thread(below, author, 'Third'),
      await forum.thread(below, author, 'Gone'),
    ]
    ok(await forum.patch(`/threads/${second.id}`, administrator, { is_pinned: true }))
    ok(await forum.delete(`/threads/${gone.id}`, administrator))
    await forum.reply(first, newUser('Somebody'))
    expect(await idsOf('')).toEqual([first.id, third.id, second.id])
    expect(await idsOf('?of=Latest&offset=1&limit=1')).toEqual([third.id])
    const { items, ...page } = await list('?limit=1')
    expect(page).toEqual({ offset: 0, limit: 1, count: 3 })
    const summaries = ok(await forum.get(`/sections/${below.id}`)).threads.items
    const summary = summaries.find(({ id }: Listed) => id === first.id)
    const { id, key, display_name, locale } = ok(await forum.get(`/sections/${below.id}`))
    const section = { type: 'ForumSection', id, key, display_name, locale }
    expect(items).toEqual([{ ...summary, section }])
    ok(
      await forum.post(`/threads/${second.id}/section`, administrator, {
        section: { type: 'ForumSection', key: below.key },
      }),
    )
    expect(await idsOf(`?section=${below.key}`)).toEqual([first.id, third.id, second.id])
  })

  it('of a section take in what is below it', async () => {
    const inOther = await forum.thread(elsewhere, author, 'Elsewhere')
    const all = await idsOf('?limit=100')
    expect(await idsOf(`?section=${above.id.toUpperCase()}&limit=100`)).toEqual(
      all.filter((id: string) => id !== inOther.id),
    )
    expect(await idsOf(`?section=${elsewhere.key}`)).toEqual([inOther.id])
    for (const nowhere of [unknown, 'nowhere', '%00', 'x'.repeat(1_000)])
      refused(await forum.get(`/threads?section=${nowhere}`), 404, 'section not found')
  })
})

describe('a member’s own lists', () => {
  it('are for members, by what their tokens say', async () => {
    const reader = underToken(newUser('Reader'), 'base', 'forum:read')
    for (const of of ['Unread', 'Watched', 'Own']) {
      refused(await forum.get(`/threads?of=${of}`, guest), 401, 'authentication required')
      refused(await forum.get(`/threads?of=${of}`, underToken(newUser('Nobody'), 'base')), 403, 'forbidden')
      ok(await forum.get(`/threads?of=${of}`, reader))
    }
    ok(await forum.get('/threads', underToken(newUser('Nobody'), 'base')))
    for (const of of ['latest', '', 'Muted']) expect((await forum.get(`/threads?of=${of}`)).status).toBe(400)
  })

  it('have what they have not read', async () => {
    const [here, there] = [await forum.section(), await forum.section()]
    const reader = newUser('Reader')
    await forum.meet(reader)
    const unreadIn = async (place: { id: string }) => idsOf(`?of=Unread&section=${place.id}`, reader)
    const [one, two] = [await forum.thread(here, author), await forum.thread(there, author)]
    const own = await forum.thread(here, reader)
    expect(await unreadIn(here)).toEqual([one.id])
    expect((await idsOf('?of=Unread&limit=100', reader)).slice(0, 2)).toEqual([two.id, one.id])
    expect(
      (await list(`?section=${here.id}`, reader)).items.map(({ self }: Listed) => self.is_unread),
    ).toEqual([false, true])
    ok(await forum.post(`/threads/${one.id}/read`, reader, { up_to_post: one.posts.items[0].id }))
    expect(await unreadIn(here)).toEqual([])
    await forum.reply(own, author)
    expect(await unreadIn(here)).toEqual([own.id])
    await forum.reply(own, reader)
    expect((await list(`?of=Unread&section=${here.id}`, reader)).count).toBe(1)
  })

  it('have what they watch, by the thread or by the nearest section, but not what they muted', async () => {
    const parent = await forum.section()
    const [child, muted] = [
      await forum.section({ parent: parent.key }),
      await forum.section({ parent: parent.key }),
    ]
    const member = newUser('Member')
    await forum.meet(member)
    const [plain, silenced, deep, chosen] = [
      await forum.thread(child, author),
      await forum.thread(child, author),
      await forum.thread(muted, author),
      await forum.thread(muted, author),
    ]
    const watched = () => idsOf(`?of=Watched&section=${parent.id}`, member)
    expect(await watched()).toEqual([])
    await watch('sections', parent, member)
    await watch('sections', muted, member, 'Muted')
    await watch('threads', silenced, member, 'Muted')
    expect(await watched()).toEqual([plain.id])
    await watch('threads', chosen, member)
    expect(await watched()).toEqual([chosen.id, plain.id])
    await watch('threads', plain, member)
    expect(await watched()).toEqual([chosen.id, plain.id])
    expect(await watched()).not.toContain(deep.id)
    expect(await idsOf('?of=Watched', newUser('Another'))).toEqual([])
  })

  it('have what they opened', async () => {
    const member = newUser('Opener')
    const [one, two] = [await forum.thread(below, member), await forum.thread(elsewhere, member)]
    await forum.reply(one, author)
    expect(await idsOf('?of=Own', member)).toEqual([one.id, two.id])
    expect(await idsOf(`?of=Own&section=${elsewhere.id}`, member)).toEqual([two.id])
    ok(await forum.delete(`/threads/${one.id}`, administrator))
    expect((await list('?of=Own', member)).count).toBe(1)
  })
})

it('counts to a thousand', async () => {
  const place = await forum.section()
  await forum.thread(place, author)
  await forum.rows(
    `INSERT INTO thread (id, section_id, title, ctime, author_id, post_count, last_post_id, last_post_at, last_post_author_id)
     SELECT uuidv7(), section_id, title, ctime, author_id, post_count, last_post_id, last_post_at, last_post_author_id
     FROM thread, generate_series(1, 1100) WHERE section_id = $1`,
    [place.id],
  )
  await forum.rows('UPDATE section SET thread_count = thread_count + 1100 WHERE id = $1', [place.id])
  for (const query of ['', `?section=${place.id}`]) {
    const { count, items } = await list(`${query}${query ? '&' : '?'}offset=1005&limit=5`)
    expect([count, items.length]).toEqual([1_000, 5])
  }
})

describe('how a thread was opened', () => {
  const opening = async (id: string) => {
    const { items } = await list('?include=opening')
    return items.find((one: Listed) => one.id === id).opening
  }

  it('is told where it is asked for, and nowhere else', async () => {
    const { id, posts } = await forum.thread(elsewhere, author, 'Opened', '**Hello** there, :smile:')
    const { html: _, ...told } = await opening(id)
    expect(told).toMatchObject({ post: { id: posts.items[0].id, author: { user: { id: author.id } } } })
    expect(told.excerpt).toMatch(/^Hello there/)
    expect(Object.keys((await list('')).items[0])).not.toContain('opening')
    refused(await forum.get('/threads?include=closing'), 400, 'invalid `include` query parameter')
  })

  it('is told as well where a section lists its threads', async () => {
    const { id } = await forum.thread(elsewhere, author, 'Listed', 'Here ||hidden|| and **there**.')
    const inSection = async (query: string, who: Parameters<typeof forum.get>[1] = guest) => {
      const { threads } = ok(await forum.get(`/sections/${elsewhere.key}${query}`, who))
      return threads.items.find((one: Listed) => one.id === id)
    }
    const { opening: told, ...summary } = await inSection('?include=opening')
    expect(told).toEqual(await opening(id))
    expect((await inSection('?include=opening', author)).opening).toEqual(told)
    expect(await inSection('')).toEqual(summary)
    refused(
      await forum.get(`/sections/${elsewhere.key}?include=closing`),
      400,
      'invalid `include` query parameter',
    )
  })

  it.each([
    ['what a spoiler hides', `||${'hidden '.repeat(400)}|| shown`, /^(?!.*hidden)/],
    ['a long text', 'word '.repeat(2_000), /^(word )+word…$/],
    ['lists and quotes', '> one\n\n- two\n- three', /^one two three$/],
    ['characters of two units', '😀'.repeat(3_000), /^😀{1,199}…$/u],
    ['escapes', '<&>"'.repeat(900), /^[<&>"]{1,199}…$/],
  ])('covers, shortens and flattens %s', async (_, body, excerpt) => {
    const { id } = await forum.thread(elsewhere, author, 'Excerpt', body)
    const told = await opening(id)
    expect(told.excerpt).toMatch(excerpt)
    expect([...told.excerpt].length).toBeLessThanOrEqual(200)
  })

  it('is empty while its body is hidden', async () => {
    const { id, posts } = await forum.thread(elsewhere, author, 'Hidden', 'Rude.')
    await forum.hide(posts.items[0], administrator)
    expect((await opening(id)).excerpt).toBe('')
  })
})
