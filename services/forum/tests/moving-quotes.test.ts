import { convert } from '@agora/moving/bodies/convert'
import { type FindId, resolve, unlinked } from '@agora/moving/bodies/resolve'
import { emit, parse } from '@agora/shared/markup/index'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grammarOf } from '../src/moving/importing/markup.ts'
import { converted, dialect } from './helpers/foreign.ts'
import { ok } from './helpers/forum.ts'
import { importLines, movingFolder, SITE } from './helpers/moving.ts'

/** Quotes that name the post that they quote, as each software writes them. */

const ID = '01890000-0000-7000-8000-000000000001'
const link = (text: string, id = ID) =>
  `<a href="${SITE}/posts/${id}" rel="nofollow ugc noopener">${text}</a>`

const quotes: readonly [
  software: string,
  format: 'bbcode' | 'html' | 'markdown',
  body: string,
  oldId: string,
  linked: string,
][] = [
  ['XenForo', 'bbcode', '[QUOTE="Bob, post: 7, member: 5"]hi[/QUOTE]', '7', 'Bob'],
  ['vBulletin', 'bbcode', '[QUOTE=Bob;7]hi[/QUOTE]', '7', 'Bob'],
  ['vBulletin 5', 'bbcode', '[QUOTE=Bob;n7]hi[/QUOTE]', '7', 'Bob'],
  ['MyBB', 'bbcode', "[quote='Bob' pid='7' dateline='1500000000']hi[/quote]", '7', 'Bob'],
  ['SMF', 'bbcode', '[quote author=Bob link=topic=5.msg7#msg7 date=1500000000]hi[/quote]', '7', 'Bob'],
  ['IPB 3', 'bbcode', "[quote name='Bob' timestamp='1500000000' post='7']hi[/quote]", '7', 'Bob'],
  [
    'phpBB, as it is typed',
    'bbcode',
    '[quote=Bob post_id=7 time=1500000000 user_id=5]hi[/quote]',
    '7',
    'Bob',
  ],
  ['Discourse, as it is typed', 'bbcode', '[quote="Bob, post:3, topic:12"]hi[/quote]', '12:3', 'Bob'],
  [
    'Discourse, in Markdown',
    'markdown',
    'see\n[quote="Bob, post:3, topic:12, full:true"]\n**hi**\n\n- one\n[/quote]\nyes',
    '12:3',
    'Bob',
  ],
  [
    'phpBB',
    'html',
    '<r><QUOTE author="Bob" post_id="7" time="1500000000" user_id="5"><s>[quote=Bob post_id=7]</s>hi<e>[/quote]</e></QUOTE></r>',
    '7',
    'Bob',
  ],
  [
    'Flarum',
    'html',
    '<r><p><POSTMENTION discussionid="3" displayname="Bob" id="7" number="2">@"Bob"#p7</POSTMENTION> yes</p></r>',
    '7',
    '@Bob',
  ],
  ['Flarum, as it is typed', 'markdown', 'so @"Bob"#p7 said', '7', '@Bob'],
  [
    'XenForo, as it is shown',
    'html',
    '<blockquote data-quote="Bob" data-source="post: 7" class="bbCodeBlock--quote"><div class="bbCodeBlock-title"><a href="/goto/post?id=7" class="bbCodeBlock-sourceJump">Bob said:</a></div><div>hi</div></blockquote>',
    '7',
    'Bob said:',
  ],
  [
    'IPB',
    'html',
    '<blockquote class="ipsQuote" data-ipsquote-contentcommentid="7" data-ipsquote-username="Bob"><div class="ipsQuote_citation">Bob said:</div><div><p>hi</p></div></blockquote>',
    '7',
    'Bob said:',
  ],
  [
    'IPB 3, as it is shown',
    'html',
    '<blockquote class="ipsBlockquote" data-author="Bob" data-cid="7">hi</blockquote>',
    '7',
    'Bob',
  ],
  [
    'Discourse',
    'html',
    '<aside class="quote no-group" data-username="Bob" data-post="3" data-topic="12"><div class="title"><div class="quote-controls"></div><img alt="" src="/a.png" class="avatar"> Bob:</div><blockquote><p>hi</p></blockquote></aside>',
    '12:3',
    'Bob:',
  ],
]

const shown = (body: string, format: 'bbcode' | 'html' | 'markdown', find: FindId) => {
  const { source } = resolve(convert(body, format, dialect).pieces, find, SITE)
  return emit(parse(source, grammarOf(null, [])))
}

describe('a quote by the id of a post', () => {
  it.each(quotes)('leads to that post: %s', (_software, format, body, oldId, linked) => {
    const find: FindId = (kind, id) => (kind === 'post' && id === oldId ? ID : undefined)
    expect(shown(body, format, find)).toContain(link(linked))
  })

  it.each(quotes)(
    'says whose it is where that post is not here: %s',
    (_software, format, body, _oldId, linked) => {
      const { html, losses } = converted(body, format)
      expect(html).toContain(linked)
      expect(html).not.toMatch(/quoted|href="(?!https:\/\/old\.invalid\/goto)/)
      expect(losses).toEqual([])
    },
  )

  it('between tags in Markdown is one, with what is in it', () => {
    const { html } = converted(
      '[quote]\n[quote="Ada"]\na\n[/quote]\n# b\n[/quote]\n\n[quote]\nopen',
      'markdown',
    )
    expect(html).toBe(
      '<blockquote class="mkt-quote"><blockquote class="mkt-quote"><strong>Ada</strong><br><br>a</blockquote><br><strong>b</strong></blockquote><br>[quote]<br>open',
    )
  })

  it('loses its link, and nothing else, with each of its marks', () => {
    const address = 'https://old.invalid/quoted/post/7'
    expect(unlinked(`[a](https://x.example/) [**\\[b\\]** c](${address}) [d](${address}1)`, address)).toBe(
      `[a](https://x.example/) **\\[b\\]** c [d](${address}1)`,
    )
  })
})

describe('quotes that are imported', () => {
  let suite: Suite
  const folder = movingFolder()
  beforeAll(async () => {
    suite = await startSuite({ services: ['gateway', 'forum'] })
  })
  afterAll(() => suite?.close())

  it('lead to posts before and after them, and nowhere where there is none', async () => {
    const time = '2020-01-01T12:00:00Z'
    const post = (id: string, thread: string, body: string) => ({
      type: 'post',
      id,
      thread,
      author: '1',
      created_at: time,
      format: 'bbcode',
      body,
    })
    const { status, stdout } = await importLines(suite, folder, 'quotes.ndjson', [
      { type: 'forum', version: 1 },
      { type: 'section', id: '1', display_name: 'One' },
      { type: 'user', id: '1', username: 'ada' },
      { type: 'thread', id: '1', section: '1', title: 'First', author: '1', created_at: time },
      { type: 'thread', id: '2', section: '1', title: 'Second', author: '1', created_at: time },
      post('1', '1', 'hi'),
      post(
        '2',
        '1',
        '[quote=Bob;1]hi[/quote][quote=Eve;9]yes[/quote][quote=Zoe;3]later[/quote] [post=8]x[/post]',
      ),
      post('3', '2', 'later'),
    ])
    expect(status).toBe(0)
    const read = async (path: string) => ok(await suite.call('GET', `/forum${path}`))
    const idOf = async (id: string) => (await read(`/imported/agora/post/${id}`)).post.id
    const { revisions } = await read(`/posts/${await idOf('2')}`)
    const { html } = revisions.items[0].content
    expect(html).toContain(`<strong>${link('Bob', await idOf('1'))}</strong>`)
    expect(html).toContain(`<strong>${link('Zoe', await idOf('3'))}</strong>`)
    expect(html).toContain('<strong>Eve</strong>')
    expect(stdout).toContain('Links to the old forum whose targets were not imported: 1')
  })
})
