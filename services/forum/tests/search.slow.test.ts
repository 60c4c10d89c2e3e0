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
  unresolvable,
} from './helpers/forum.ts'
import { sectionRef, unknown } from './helpers/moderation.ts'
import { expectIndexed } from './helpers/search.ts'

let forum: Forum
const member = newUser('Ada')
const sections: Record<string, { id: string; key: string }> = {}
const locales = { english: 'en-US', french: 'fr-FR', german: 'de-DE', spanish: 'es-ES', japanese: 'ja-JP' }

beforeAll(async () => {
  forum = await Forum.start(2)
  for (const [name, locale] of Object.entries({ ...locales, plain: null }))
    sections[name] = await forum.section({ locale })
})
afterAll(() => forum.close())

const path = (query: Record<string, string | number>) =>
  `/search?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
const find = async (q: string, more: Record<string, string | number> = {}) =>
  ok(await forum.get(path({ q, ...more })))
const posts = (listing: { items: { post: { id: string } | null }[] }) =>
  listing.items.map(({ post }) => post?.id ?? null)
const firstOf = (thread: { posts: { items: { id: string }[] } }) => thread.posts.items[0]!.id

const settled = () => expectIndexed(forum)
const write = async (body: string, section = sections.english!, who: User = member, title = 'A thread') => {
  const thread = await forum.thread(section, who, title, body)
  await settled()
  return thread
}

describe('what people type and paste', () => {
  it('is a phrase in the quotation marks of phones and word processors (bluesky-social/social-app#8865, freelawproject/courtlistener#2790, MLTSHP/mltshp#551, sul-dlss/SearchWorks#6796)', async () => {
    const [one, other] = [
      firstOf(await write('gamma alfa beta', sections.plain)),
      firstOf(await write('alfa beta delta', sections.plain)),
    ]
    const scope = { section: sections.plain!.key, in: 'posts' }
    for (const [opening, closing] of ['""', '“”', '„“', '«»', '»«', '””', '＂＂', '‚‘', '「」']) {
      const phrase = (words: string) => `${opening}${words}${closing}`
      expect(posts(await find(phrase('alfa delta'), scope)), opening).toEqual([])
      expect(posts(await find(phrase('gamma alfa'), scope)), opening).toEqual([one])
      expect(posts(await find(`alfa -${phrase('beta delta')}`, scope)), opening).toEqual([one])
      expect(posts(await find(`alfa -${phrase('gamma alfa')}`, scope)), opening).toEqual([other])
    }
  })

  it.each([
    ['Donau\u00addampf\u00adschiff', 'Donaudampfschiff', 'dampf'],
    ['Wirtschaft', 'Wirt\u00adschaft', 'schaft'],
    ['super\u2060man', 'superman', 'man'],
    ['bat\ufeffman', 'batman', 'man'],
    ['漢\u{e0100}語', '漢語', '字'],
    ['שָׁלוֹם', 'שלום', 'לום'],
    ['مُحَمَّد', 'محمد', 'حمد'],
    ['Nguyễn', 'nguyen', 'guyen'],
  ])('finds %j by %j, not by a part, and marks it where it stands', async (written, typed, part) => {
    const post = firstOf(await write(`before & ${written} <after>`, sections.plain))
    for (const q of [typed, written]) {
      const { items } = await find(q, { section: sections.plain!.key })
      expect(items.map((hit: { post: { id: string } | null }) => hit.post?.id)).toEqual([post])
      expect(items[0].snippet).toBe(`before &amp; <mark>${written}</mark> &lt;after&gt;`)
    }
    expect((await find(part.length > 1 ? part : `${part}x`, { section: sections.plain!.key })).count).toBe(0)
  })
})

describe('a search', () => {
  it('finds a post with its thread, section, place and a snippet, to the last key', async () => {
    const thread = await forum.thread(sections.english!, member, 'About gardens', 'First.')
    const reply = await forum.reply(thread, member, 'Roses & **thorns** <grow> here.')
    await settled()
    const { id, key, display_name } = ok(await forum.get(`/sections/${sections.english!.id}`))
    const named = { type: 'ForumThread', id: thread.id, key: null, title: 'About gardens' }
    const section = { type: 'ForumSection', id, key, display_name }
    for (const who of [guest, client, unresolvable, member, administrator])
      expect(ok(await forum.get(path({ q: 'thorn' }), who))).toEqual({
        offset: 0,
        limit: 20,
        count: 1,
        items: [
          {
            type: 'ForumSearchHit',
            thread: named,
            section,
            post: { type: 'ForumPost', id: reply.id, ctime: reply.ctime, author: reply.author },
            offset: 1,
            snippet: 'Roses &amp; <mark>thorns</mark> &lt;grow&gt; here.',
          },
        ],
      })
    expect((await find('garden')).items).toEqual([
      {
        type: 'ForumSearchHit',
        thread: named,
        section,
        post: null,
        offset: 0,
        snippet: 'About <mark>gardens</mark>',
      },
    ])
  })

  it('distinguishes a title from its first post, and searches where it is told to', async () => {
    const thread = await write('Zebras are striped.', sections.english, member, 'Zebra')
    expect(posts(await find('zebra'))).toEqual([null, firstOf(thread)])
    expect(posts(await find('zebra', { in: 'titles' }))).toEqual([null])
    expect(posts(await find('zebra', { in: 'posts' }))).toEqual([firstOf(thread)])
    expect(await find('zebra', { offset: 1, limit: 1 })).toMatchObject({ offset: 1, limit: 1, count: 2 })
    expect(posts(await find('zebra', { offset: 1, limit: 1 }))).toEqual([firstOf(thread)])
    expect(await find('zebra', { limit: 0 })).toMatchObject({ count: 2, items: [] })
    expect(await find('zebra', { offset: 2 })).toMatchObject({ count: 2, items: [] })
  })

  it('supports words, phrases, exclusions and alternatives', async () => {
    const red = firstOf(await write('The quick red kangaroo jumps.'))
    const blue = firstOf(await write('The slow blue kangaroo sleeps.'))
    const wombat = firstOf(await write('A wombat digs.'))
    const cases: [string, string[]][] = [
      ['kangaroo', [red, blue]],
      ['kangaroo red', [red]],
      ['red blue kangaroo', []],
      ['"blue kangaroo"', [blue]],
      ['"kangaroo blue"', []],
      ['kangaroo -red', [blue]],
      ['kangaroo -"slow blue"', [red]],
      ['wombat or red', [red, wombat]],
      ['wombat OR "blue kangaroo"', [blue, wombat]],
      ['blue kangaroo or red kangaroo -jump', [blue]],
      ['or wombat or', [wombat]],
      ['- wombat', [wombat]],
      ['kangaroo-red', []],
      ['quick-red', [red]],
      ['kanga', []],
    ]
    for (const [q, expected] of cases) expect(posts(await find(q)).sort(), q).toEqual(expected.toSorted())
  })

  it('compares words regardless of case and accents, in the language of their section', async () => {
    const rows: [string, string, string[]][] = [
      ['english', 'Seventeen tailors were sewing.', ['TAILOR', 'sew', 'tailors sewing']],
      [
        'french',
        'Les élèves mangeaient des crêpes à Nîmes.',
        ['eleve', 'mange', 'mangées', 'crepes', 'NIMES', 'nîmes'],
      ],
      ['german', 'Die Häuser standen in großen Gärten.', ['haus', 'garten', 'grosse', 'GROSSEN']],
      [
        'spanish',
        'Los niños corrían por la montaña.',
        ['nino', 'niños', 'montana', 'correr', 'corrian', 'corrían'],
      ],
      ['plain', 'Smørrebrød Łódź Straße', ['smorrebrod', 'lodz', 'STRASSE', 'straße']],
    ]
    for (const [section, body, queries] of rows) {
      const id = firstOf(await write(body, sections[section]))
      for (const q of queries) expect(posts(await find(q)), `${section}: ${q}`).toContain(id)
    }
    expect(posts(await find('smorrebrods'))).toEqual([])
  })

  it('finds Chinese, Japanese and Korean text by any two adjacent characters', async () => {
    const japanese = firstOf(await write('東京都の天気はとても良いです。', sections.japanese))
    const chinese = firstOf(await write('我们在北京大学学习。', sections.plain))
    const korean = firstOf(await write('서울에서 만나요', sections.plain))
    const cases: [string, string[]][] = [
      ['東京', [japanese]],
      ['京都', [japanese]],
      ['東京都の天気', [japanese]],
      ['天気 東京', [japanese]],
      ['東都', []],
      ['ﾃﾞｽ', []],
      ['です', [japanese]],
      ['大学', [chinese]],
      ['北京大学', [chinese]],
      ['서울', [korean]],
      ['서울'.normalize('NFD'), [korean]],
      ['나요', [korean]],
    ]
    for (const [q, expected] of cases) expect(posts(await find(q)), q).toEqual(expected)
    expect((await find('京都')).items[0].snippet).toContain('東<mark>京都</mark>の')
  })

  it('can be limited to a section with its descendants, and to an author', async () => {
    const parent = await forum.section()
    const child = await forum.section({ parent: parent.key, locale: 'en-US' })
    const other = newUser('Other')
    const inChild = firstOf(await write('Quokkas smile.', child))
    const elsewhere = firstOf(await write('Quokkas smile.', sections.english, other))
    expect(posts(await find('quokka')).sort()).toEqual([inChild, elsewhere].sort())
    for (const section of [parent.id, parent.key, child.key])
      expect(posts(await find('quokka', { section }))).toEqual([inChild])
    expect(posts(await find('quokka', { author: other.id }))).toEqual([elsewhere])
    expect(posts(await find('quokka', { author: other.id.toUpperCase(), section: child.id }))).toEqual([])
  })

  it('must ask for something that can be found', async () => {
    const q = (text: string) => forum.get(path({ q: text }))
    const invalid = 'invalid `q` query parameter'
    for (const text of ['', 'a', ' a ', 'a'.repeat(201), '-kangaroo', '-a -"b c"', '-a or -b'])
      refused(await q(text), 422, invalid)
    refused(await forum.get('/search'), 422, invalid)
    for (const text of ['the', 'the of and', '"the of"', '!!', '""', 'the -kangaroo'])
      expect(ok(await forum.get(path({ q: text, section: sections.english!.id }))), text).toEqual({
        offset: 0,
        limit: 20,
        count: 0,
        items: [],
      })
    expect(await find('für', { section: sections.german!.id })).toMatchObject({ count: 0 })
    ok(await q('a'.repeat(200)))
    ok(await q('𝒳'.repeat(200)))
    for (const scope of ['', 'post', 'Titles', 'posts,titles'])
      refused(await forum.get(path({ q: 'zebra', in: scope })), 422, 'invalid `in` query parameter')
    for (const section of [unknown, 'nowhere', 'No such', ''])
      refused(await forum.get(path({ q: 'zebra', section })), 404, 'section not found')
    for (const author of ['no-such', `${member.id}0`, ''])
      refused(await forum.get(path({ q: 'zebra', author })), 404, 'user not found')
    for (const query of [
      'q=zebra&limit=x',
      'q=zebra&offset=-1',
      'q=zebra&q=horse',
      'q=ab&in=posts&in=titles',
    ])
      expect((await forum.get(`/search?${query}`)).status, query).toBe(400)
  })

  it('gives one hit of each thread where it gathers them, with the number of the others, page by page', async () => {
    const section = await forum.section({ locale: null })
    const scope = { section: section.id, in: 'posts', gather: 'threads' }
    const long = await forum.thread(section, member, 'Long', 'A wombat, and a wombat, and a wombat.')
    for (let posts = 0; posts < 4; posts++)
      await forum.reply(long, member, 'Once more a wombat, said in passing.')
    const short = await write('Some other wombat of which one says little.', section)
    const { count, items } = await find('wombat', scope)
    expect(count).toBe(2)
    expect(
      items.map(({ thread, thread_hits }: { thread: { id: string }; thread_hits: object }) => [
        thread.id,
        thread_hits,
      ]),
    ).toEqual([
      [long.id, { count: 5 }],
      [short.id, { count: 1 }],
    ])
    expect(items[0].post.id).toBe(firstOf(long))
    const second = await find('wombat', { ...scope, offset: 1, limit: 1 })
    expect([second.count, second.items[0].thread.id]).toEqual([2, short.id])
    const [plain] = (await find('wombat', { section: section.id })).items
    expect(plain).not.toHaveProperty('thread_hits')
  })

  it('puts the newest first where that is asked for, and looks into one thread', async () => {
    const section = await forum.section({ locale: null })
    const older = await write('Quokka, quokka, quokka!', section)
    const newer = await write(
      'A long word about what is hardly a quokka at all, but also mentions it.',
      section,
    )
    const scope = { section: section.id }
    expect(posts(await find('quokka', scope))).toEqual([firstOf(older), firstOf(newer)])
    expect(posts(await find('quokka', { ...scope, order: 'best' }))).toEqual([firstOf(older), firstOf(newer)])
    expect(posts(await find('quokka', { ...scope, order: 'newest' }))).toEqual([
      firstOf(newer),
      firstOf(older),
    ])
    expect(posts(await find('quokka', { thread: newer.id }))).toEqual([firstOf(newer)])
    refused(await forum.get(path({ q: 'quokka', thread: unknown })), 404, 'thread not found')
    refused(await forum.get(path({ q: 'quokka', order: 'oldest' })), 400, 'invalid `order` query parameter')
  })

  it('is bounded by two moments, to the millisecond', async () => {
    const section = await forum.section({ locale: null })
    const thread = await write('A dugong.', section)
    const reply = await forum.reply(thread, member, 'Another dugong.')
    await settled()
    const at = reply.ctime
    const later = new Date(Date.parse(at) + 1).toISOString()
    const during = async (more: Record<string, string>) =>
      posts(await find('dugong', { thread: thread.id, order: 'newest', ...more }))
    expect(await during({ since: '1970-01-01T00:00:00Z', until: '9999-12-31T00:00:00Z' })).toHaveLength(2)
    expect(await during({ since: at })).toEqual([reply.id])
    expect(await during({ until: at })).toEqual([firstOf(thread)])
    expect(await during({ since: at, until: later })).toEqual([reply.id])
    expect(await during({ since: later })).toEqual([])
    expect(await during({ since: later, until: at })).toEqual([])
    expect(await during({ until: '1999-01-01T00:00:00+14:00' })).toEqual([])
    expect(await during({ since: at.replace('Z', '+00:00') })).toEqual([reply.id])
    refused(
      await forum.get(path({ q: 'dugong', since: '2024-02-30T00:00:00Z' })),
      400,
      'invalid `since` query parameter',
    )
  })
})

describe('what is found', () => {
  it('follows edits, and is gone at once for everybody when hidden or deleted', async () => {
    const moderator = await forum.moderator(sections.english!)
    const thread = await forum.thread(sections.english!, member, 'Platypus pond', 'A platypus swims.')
    const reply = await forum.reply(thread, member, 'Another platypus.')
    await settled()
    expect((await find('platypus')).count).toBe(3)

    const edit = (content: string | null, revision: string) =>
      forum.patch(`/posts/${reply.id}`, moderator, { content, last_revision_id: revision, comment: null })
    const edited = ok(await edit('Another echidna.', reply.revisions.last.id))
    expect((await find('platypus')).count).toBe(2)
    await settled()
    expect(posts(await find('echidna'))).toEqual([reply.id])
    ok(await edit(null, edited.revisions.items.at(-1).id))
    for (const who of [guest, member, moderator, administrator])
      expect(ok(await forum.get(path({ q: 'echidna' }), who))).toMatchObject({ count: 0, items: [] })
    await settled()
    expect((await find('echidna')).count).toBe(0)

    ok(await forum.patch(`/threads/${thread.id}`, moderator, { title: 'Heron pond' }))
    expect(posts(await find('platypus'))).toEqual([firstOf(thread)])
    await settled()
    expect(posts(await find('heron'))).toEqual([null])

    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    for (const who of [guest, member, moderator, administrator])
      expect(ok(await forum.get(path({ q: 'heron or platypus' }), who))).toMatchObject({
        count: 0,
        items: [],
      })
    await settled()
    expect(await forum.rows('SELECT 1 FROM search_document WHERE subject_id = $1', [thread.id])).toEqual([])
    ok(await forum.post(`/threads/${thread.id}/restore`, moderator))
    await settled()
    expect((await find('heron or platypus')).count).toBe(2)
  })

  it('follows a moved thread, and a section’s changed language', async () => {
    const [from, to] = [await forum.section({ locale: null }), await forum.section({ locale: 'fr-FR' })]
    const thread = await forum.thread(from, member, 'Un fil', 'Les chevaux galopaient.')
    const replies = await Promise.all(
      Array.from({ length: 120 }, () => forum.reply(thread, member, 'Un galop.')),
    )
    await settled()
    expect((await find('galoper', { section: from.id })).count).toBe(0)
    expect((await find('galop', { section: from.id })).count).toBe(120)
    ok(await forum.post(`/threads/${thread.id}/section`, administrator, { section: sectionRef(to) }))
    expect((await find('galop', { section: from.id })).count).toBe(0)
    await settled()
    expect((await find('galoper', { section: to.id })).count).toBe(121)
    expect(replies).toHaveLength(120)

    await forum.post(
      '/sections',
      { kind: 'guest', internalKey: 'valid' },
      { key: to.key, display_name: 'x', locale: null },
    )
    await settled()
    expect((await find('galoper', { section: to.id })).count).toBe(0)
    expect((await find('galopaient', { section: to.id })).count).toBe(1)
  })

  it('does not reveal spoilers', async () => {
    const id = firstOf(await write('The butler ||did the wicked deed|| in the library.'))
    const { items } = await find('wicked')
    expect(posts({ items })).toEqual([id])
    expect(items[0].snippet).toBe('The butler … in the library.')
  })

  it('is counted up to a thousand, and not paged further', async () => {
    const thread = await forum.thread(sections.english!, member, 'Crowd', 'Numbat.')
    await forum.rows(
      `WITH made AS (
        SELECT uuidv7() AS post, uuidv7() AS revision, n FROM generate_series(1, 1199) AS n
      ), posts AS (
        INSERT INTO post (id, thread_id, position, ctime, author_id, last_revision_id)
        SELECT post, $1, n, now(), $2, revision FROM made
      ), revisions AS (
        INSERT INTO revision (id, post_id, position, time, author_id, html, source)
        SELECT revision, post, 0, now(), $2, 'Numbat ' || n, 'Numbat' FROM made
      ), counted AS (UPDATE thread SET post_count = 1200 WHERE id = $1)
      INSERT INTO search_due_thread (thread_id) VALUES ($1)`,
      [thread.id, member.id],
    )
    await settled()
    expect(await find('numbat', { offset: 950, limit: 100 })).toMatchObject({ count: 1_000 })
    expect((await find('numbat', { offset: 950, limit: 100 })).items).toHaveLength(50)
    expect(await find('numbat', { offset: 1_000 })).toMatchObject({ count: 1_000, items: [] })
  })
})
