import { emit, parse } from '@agora/shared/markup/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert } from '../src/moving/bodies/convert.ts'
import { plainDialect } from '../src/moving/bodies/pieces.ts'
import { grammarOf, plainSource } from '../src/moving/bodies/render.ts'
import { resolve } from '../src/moving/bodies/resolve.ts'
import { nodebbDialect } from '../src/moving/nodebb/dialect.ts'
import { People } from '../src/moving/nodebb/people.ts'

/** Bodies of other forums, as they are shown here. */

const dialect = plainDialect('old')
const ID = '01890000-0000-7000-8000-000000000001'
const SITE = 'https://site.example'

function shown(body: string, format: 'html' | 'markdown' | 'text', using = dialect): string {
  const { source } = resolve(convert(body, format, using).pieces, () => ID, SITE)
  return emit(parse(source, grammarOf(null, ['smile'])))
}

const markdown: readonly [given: string, html: string][] = [
  ['**bold** _em_ ~~gone~~ `a*b`', '<strong>bold</strong> <em>em</em> <del>gone</del> <code>a*b</code>'],
  ['a\nb\n\nc', 'a<br>b<br><br>c'],
  ['> q\n\nr', '<blockquote class="mkt-quote">q</blockquote><br>r'],
  ['- a\n- b', '- a<br>- b'],
  ['3. a\n4. b', '3. a<br>4. b'],
  ['# H\ntext', '<strong>H</strong><br><br>text'],
  ['```js\n`x` [quote]\n```', '<pre><code class="language-js">`x` [quote]</code></pre>'],
  ['[quote] @{x} ||bars|| [admin]', '[quote] @{x} ||bars|| [admin]'],
  ['snake_case _ 5 * 3 \\* a|b ~~ |', 'snake_case _ 5 * 3 * a|b ~~ |'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
  [':smile: :other:', '<span class="mkt-icon mkt-icon-smile">:smile:</span> :other:'],
  ['``a`b``', '<code>a`b</code>'],
]

const html: readonly [given: string, html: string][] = [
  ['<b>a </b>b', '<strong>a</strong> b'],
  ['f<i>oo</i>bar', 'f<strong>oo</strong>bar'],
  ['<p>a</p><p>b</p>', 'a<br><br>b'],
  ['<script>x</script><style>y</style>z', 'z'],
  ['<b><b>a</b></b>', '<strong>a</strong>'],
  [`${'<b>'.repeat(30)}a${'</b>'.repeat(29)}b</b>c`, '<strong>ab</strong>c'],
  ['<b>a <code><b>x</b></code> c</b>', '<strong>a <code>x</code> c</strong>'],
  [
    '<b>a<blockquote>b</blockquote>c</b>',
    '<strong>a</strong><blockquote class="mkt-quote"><strong>b</strong></blockquote><strong>c</strong>',
  ],
  ['<a href="javascript:x">y</a>', 'y (javascript:x)'],
  [
    '<a href="https://a.example/(x)">y</a>',
    '<a href="https://a.example/%28x%29" rel="nofollow ugc noopener">y</a>',
  ],
  [
    '<a href="https://a.example/">quote</a>',
    '<a href="https://a.example/" rel="nofollow ugc noopener"> quote</a>',
  ],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '1 | 2 |'],
  ['<pre>a\n  b</pre>', '<pre><code>a\n  b</code></pre>'],
  ['<b>open', '<strong>open</strong>'],
  ['<ul><li>a<ul><li>b</ul></ul>', '- a<br>– - b'],
  ['a<br><br>b &amp; &lt;c&gt;', 'a<br><br>b &amp; &lt;c&gt;'],
]

describe('a body of another forum', () => {
  it.each(markdown)('of Markdown reads as it did: %j', (given, expected) => {
    expect(shown(given, 'markdown')).toBe(expected)
  })

  it.each(html)('of HTML reads as it did: %j', (given, expected) => {
    expect(shown(given, 'html')).toBe(expected)
  })

  it('links to what its links led to', () => {
    expect(shown('[a](imported:post:1) <imported:thread:2>', 'markdown')).toContain(
      `<a href="${SITE}/posts/${ID}" rel="nofollow ugc noopener">a</a>`,
    )
    const { source, pending } = resolve(
      convert('[a](imported:post:1)', 'markdown', dialect).pieces,
      () => undefined,
      SITE,
    )
    expect(source).toBe('[a](https://old.invalid/imported/post/1)')
    expect(pending).toMatchObject([{ kind: 'post', oldId: '1' }])
  })

  it('of NodeBB names its members and its addresses, whole and relative', () => {
    const people = new People()
    people.add({ username: 'Ada Love', userslug: 'ada-love' }, '7')
    const nodebb = nodebbDialect('nodebb', 'https://old.example/forum', people)
    const mention = `<span class="mkt-mention" data-user-id="${ID}">@{${ID}}</span>`
    expect(shown('@ada-love. @nobody `@ada-love`', 'markdown', nodebb)).toBe(
      `${mention}. @nobody <code>@ada-love</code>`,
    )
    expect(shown('x @ada-love said', 'markdown', nodebb)).toBe(`x ${mention} said`)
    for (const address of ['/forum/post/5', 'https://old.example/forum/post/5'])
      expect(shown(`[a](${address})`, 'markdown', nodebb)).toContain(`href="${SITE}/posts/${ID}"`)
    expect(shown('https://old.example/forum/topic/5/slug/3', 'markdown', nodebb)).toBe(
      `<a href="${SITE}/threads/${ID}" rel="nofollow ugc noopener">${SITE}/threads/${ID}</a>`,
    )
    expect(shown('[a](https://other.example/post/5)', 'markdown', nodebb)).toContain(
      'https://other.example/post/5',
    )
  })
})

const A = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`
const spoiler = (text: string) => `<span class="mkt-spoiler">${text}</span>`

/** What people reported of other converters, by project and number. */
const reported: readonly [report: string, format: 'html' | 'markdown', given: string, html: string][] = [
  [
    'html2text 24',
    'markdown',
    '**[text](https://x.example/)**',
    `<strong>${A('https://x.example/', 'text')}</strong>`,
  ],
  [
    'CommonMark, emphasis',
    'markdown',
    '*see [x](https://x.example/y) ok*',
    `<em>see ${A('https://x.example/y', 'x')} ok</em>`,
  ],
  [
    'CommonMark, headings',
    'markdown',
    '# [title](https://x.example/)',
    `<strong>${A('https://x.example/', 'title')}</strong>`,
  ],
  [
    'tiptap-markdown 69',
    'markdown',
    '- **[a](https://x.example/1)**: x',
    `- <strong>${A('https://x.example/1', 'a')}</strong>: x`,
  ],
  [
    'a picture in bold',
    'markdown',
    '**![img](https://x.example/i.png)**',
    `<strong>${A('https://x.example/i.png', 'img')}</strong>`,
  ],
  [
    'a bare address in bold',
    'markdown',
    '**b https://x.example/a b**',
    `<strong>b ${A('https://x.example/a', 'https://x.example/a')} b</strong>`,
  ],
  [
    'a link in bold',
    'html',
    '<b>see <a href="https://x.example/a">here</a> now</b>',
    `<strong>see ${A('https://x.example/a', 'here')} now</strong>`,
  ],
  [
    'a card',
    'html',
    '<h3><a href="https://x.example/a">T</a></h3>',
    `<strong>${A('https://x.example/a', 'T')}</strong>`,
  ],
  [
    'a struck link',
    'html',
    '<del><a href="https://x.example/">gone</a></del>',
    `<del>${A('https://x.example/', 'gone')}</del>`,
  ],
  [
    'a link in a spoiler',
    'html',
    '<details><summary>more</summary><a href="https://x.example/">y</a> z</details>',
    spoiler(`more<br>${A('https://x.example/', 'y')} z`),
  ],
  ['reverse_markdown 37', 'html', '<p>a&nbsp;&nbsp;b</p>', 'a\u00a0\u00a0b'],
  ['html-to-markdown 258', 'html', '<p>10&nbsp;000</p>', '10\u00a0000'],
  ['marked 363', 'markdown', '**a**&nbsp;**b**', '<strong>a</strong>\u00a0<strong>b</strong>'],
  [
    'a blank before a link',
    'html',
    '<b>Name:</b>&nbsp;<a href="https://x.example/">x</a>',
    `<strong>Name:</strong>\u00a0${A('https://x.example/', 'x')}`,
  ],
  ['blanks beside code', 'html', 'x&nbsp;<code>y</code>&nbsp;z', 'x\u00a0<code>y</code>\u00a0z'],
  ['a narrow blank', 'html', '<i>one</i>&#8239;<i>two</i>', '<em>one</em>\u202f<em>two</em>'],
  ['a wide blank', 'html', '<i>one</i>&#x3000;<i>two</i>', '<em>one</em>\u3000<em>two</em>'],
  [
    'discourse-spoiler-alert 23',
    'html',
    '<p>x <span class="spoiler">secret</span> y</p>',
    `x ${spoiler('secret')} y`,
  ],
  ['vanilla 3625', 'html', '<div class="Spoiler"><p>secret</p></div>', spoiler('secret')],
  [
    'Misago 1267',
    'html',
    '<aside class="spoiler-block"><blockquote class="spoiler-body">a</blockquote></aside>',
    `<blockquote class="mkt-quote">${spoiler('a')}</blockquote>`,
  ],
  [
    'a spoiler of phpBB',
    'html',
    '<r><SPOILER title="End"><s>[spoiler=End]</s>dies<e>[/spoiler]</e></SPOILER></r>',
    `End<br>${spoiler('dies')}`,
  ],
  [
    'code in a spoiler',
    'html',
    '<div class="spoiler"><pre>a\n b</pre></div>',
    spoiler('<code>a</code><br><code> b</code>'),
  ],
  ['a spoiler in code', 'html', '<pre>a <span class="spoiler">b</span></pre>', spoiler('<code>a b</code>')],
  ['what a click opens', 'html', '<div style="display: none">secret</div>', spoiler('secret')],
  [
    'a video',
    'html',
    '<video src="https://x.example/v.mp4">No video?</video>',
    A('https://x.example/v.mp4', 'video'),
  ],
  [
    'a sound',
    'html',
    '<audio controls><source src="https://x.example/a.mp3"></audio>',
    A('https://x.example/a.mp3', 'audio'),
  ],
  [
    'gutenberg 12029',
    'html',
    '<embed src="https://x.example/e.swf">',
    A('https://x.example/e.swf', 'https://x.example/e.swf'),
  ],
  [
    'a player',
    'html',
    '<iframe src="https://www.youtube.com/embed/abc"></iframe>',
    A('https://www.youtube.com/embed/abc', 'https://www.youtube.com/embed/abc'),
  ],
  [
    'an object',
    'html',
    '<object><param name="movie" value="https://x.example/m.swf"></object>',
    A('https://x.example/m.swf', 'https://x.example/m.swf'),
  ],
  [
    'a picture that waits',
    'html',
    '<img src="data:image/gif;base64,R0" data-src="https://x.example/i.png" alt="i">',
    A('https://x.example/i.png', 'i'),
  ],
  [
    'POPForums 234',
    'html',
    '<r><IMG src="https://x.example/i.png"><s>[img]</s>https://x.example/i.png<e>[/img]</e></IMG> and <B><s>[b]</s>more<e>[/b]</e></B></r>',
    `${A('https://x.example/i.png', 'image')} and <strong>more</strong>`,
  ],
  [
    'discourse 6371',
    'html',
    '<r><LIST type="decimal"><LI>one</LI><LI>two<LIST><LI>nested</LI></LIST></LI></LIST></r>',
    '1. one<br>2. two<br>– - nested',
  ],
  [
    'code of phpBB',
    'html',
    '<r><CODE><s>[code]</s><i>\n</i>x = 1\n<e>[/code]</e></CODE></r>',
    '<pre><code>x = 1</code></pre>',
  ],
  [
    'a mention of Flarum',
    'html',
    '<r><p><USERMENTION displayname="Bob" id="5">@"Bob"#5</USERMENTION> <I><s>*</s>hi<e>*</e></I></p></r>',
    '@Bob <em>hi</em>',
  ],
  [
    'bold of MyBB',
    'html',
    '<span style="font-weight: bold;" class="mycode_b">a</span>',
    '<strong>a</strong>',
  ],
  [
    'an empty anchor of Discourse',
    'html',
    '<h2><a name="p-1" class="anchor" href="#p-1"></a>Title</h2>',
    '<strong>Title</strong>',
  ],
  [
    'a quote of vBulletin',
    'html',
    '<div class="bbcode_quote"><div class="message">a</div></div>b',
    '<blockquote class="mkt-quote">a</blockquote><br>b',
  ],
  ['a face of XenForo', 'html', 'a <img src="data:,x" class="smilie" alt=":)"> b', 'a :) b'],
  ['tags that overlap', 'html', '<b>1 <i>2</b> 3</i>', '<strong>1 <em>2</em></strong> <em>3</em>'],
  ['an address that no link may have', 'html', '<a href="javascript:x">javascript:x</a>', 'javascript:x'],
  ['an address of mail', 'markdown', '<a@x.example>', 'a@x.example'],
  ['an underscore of Han', 'markdown', '日\\_本\\_語', '日_本_語'],
  ['an empty item', 'html', '<ul><li></li><li>a<p>b</p></li></ul>', '-<br>- a<br>b'],
]

describe('what was reported of other converters', () => {
  it.each(reported)('is right here: %s', (_report, format, given, expected) => {
    expect(shown(given, format)).toBe(expected)
  })

  it('is named where it cannot be kept', () => {
    const lost = (body: string) => convert(body, 'html', dialect).losses
    expect(lost('<p>a <b>b</b> <a href="https://x.example/">c</a></p>')).toEqual([])
    expect(lost('<a href="ftp://x.example/">a</a>')).toEqual(['a link to ftp://x.example/'])
    expect(lost('<img src="data:,x">')).toEqual(['an image at data:,x'])
    expect(lost('<iframe></iframe>')).toEqual(['a player or page (iframe) without an address'])
    expect(lost('<blockquote>'.repeat(6))).toEqual(['quotes within more than 4 quotes'])
    expect(lost('<pre><a href="https://x.example/">a</a></pre>')).toEqual([
      'a link in code to https://x.example/',
    ])
    expect(lost('<i>a<b>b</b></i>c')).toEqual(['emphasis within a strong word'])
  })

  it('takes time that grows as the body does', () => {
    const half = 131_072
    for (const [opening, closing] of [
      ['<b>', '</q>'],
      ['<b><p>', ''],
      ['<br>', ''],
      ['&nbsp;', ''],
      ['<a href=x>', '</b>'],
      ['<i>a<b>b</i>', ''],
      ['<ul><li>', '</ul>'],
      ['<object>', '</object>'],
    ] as const)
      fromHtmlWithin(
        opening.repeat(half / opening.length) + closing.repeat(half / Math.max(1, closing.length)),
      )
  })
})

/** Each of these took minutes where anything was searched for again and again. */
function fromHtmlWithin(body: string): void {
  const { pieces } = convert(body, 'html', dialect)
  resolve(pieces, () => undefined, SITE)
}

describe('whatever a body says', () => {
  const marks = fc.string({
    unit: fc.constantFrom(
      ...'*_~|`[]()\\@{}: \nab"<>&#-'.split(''),
      '[quote]',
      '<b>',
      '</i>',
      '<blockquote>',
    ),
    maxLength: 60,
  })

  it('it is markup afterwards', () => {
    for (const format of ['html', 'markdown', 'text'] as const)
      fc.assert(
        fc.property(marks, (body) => {
          const { source } = resolve(convert(body, format, dialect).pieces, () => undefined, SITE)
          if (source !== '') parse(source, grammarOf(null, []))
        }),
        { numRuns: 500 },
      )
  })

  it('plain text reads as it did', () => {
    fc.assert(
      fc.property(marks, (body) => {
        const { source } = resolve(convert(body, 'text', dialect).pieces, () => undefined, SITE)
        if (source === '') return
        const text = emit(parse(source, grammarOf(null, [])))
        expect(text).not.toMatch(/<(?!br>)/)
        const read = text
          .replaceAll('<br>', '\n')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&')
        expect(read).toBe(body.trim())
      }),
      { numRuns: 500 },
    )
  })

  it('its plain text fits, and has no marks', () => {
    for (const body of [
      '*'.repeat(200_000),
      '😀'.repeat(100_000),
      'a'.repeat(200_000),
      '&'.repeat(200_000),
    ]) {
      const source = plainSource(body, grammarOf(null, []), () => undefined)
      expect(source.length).toBeLessThanOrEqual(65_536)
      emit(parse(source, grammarOf(null, [])))
    }
  })
})
