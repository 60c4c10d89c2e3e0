import { convert } from '@agora/moving/bodies/convert'
import { plainDialect } from '@agora/moving/bodies/pieces'
import { resolve } from '@agora/moving/bodies/resolve'
import { nodebbDialect } from '@agora/moving/nodebb/dialect'
import { People } from '@agora/moving/nodebb/people'
import { emit, parse } from '@agora/shared/markup/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grammarOf, plainSource } from '../src/moving/importing/markup.ts'

/** Bodies of other forums, as they are shown here. */

const dialect = plainDialect('old')
const ID = '01890000-0000-7000-8000-000000000001'
const SITE = 'https://site.example'

function shown(body: string, format: 'html' | 'markdown' | 'text', using = dialect): string {
  const { source } = resolve(convert(body, format, using).pieces, () => ID, SITE)
  return emit(parse(source, grammarOf(null, ['smile'])))
}

const A = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`

const markdown: readonly [given: string, html: string][] = [
  ['**bold** _em_ ~~gone~~ `a*b`', '<strong>bold</strong> <em>em</em> <del>gone</del> <code>a*b</code>'],
  ['a\nb\n\nc', 'a<br>b<br><br>c'],
  ['> q\n\nr', '<blockquote class="mkt-quote">q</blockquote><br>r'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['# H\ntext', '<strong>H</strong><br><br>text'],
  ['```js\n`x` [quote]\n```', '<pre><code class="language-js">`x` [quote]</code></pre>'],
  ['[quote] @{x} ||bars|| [admin]', '[quote] @{x} ||bars|| [admin]'],
  ['snake_case _ 5 * 3 \\* a|b ~~ |', 'snake_case _ 5 * 3 * a|b ~~ |'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
  [':smile: :other:', '<span class="mkt-icon mkt-icon-smile">:smile:</span> :other:'],
  ['``a`b``', '<code>a`b</code>'],
  ['([admin](one)', `(${A('https://old.invalid/one', 'ad')}${A('https://old.invalid/one', 'min')}`],
]

const html: readonly [given: string, html: string][] = [
  ['<b>a </b>b', '<strong>a</strong> b'],
  ['<p>x<sup>2</p><p>hello</p>', 'x²<br><br>hello'],
  ['<p><del>a</p><p>b</p>', '<del>a</del><br><br>b'],
  ['<p><b>a</p><p>b</p>', '<strong>a<br><br>b</strong>'],
  ['<h2>T</h3><p>b</p>', '<strong>T</strong><br><br>b'],
  ['<div><p><q>a</div>b</q>', '“a”<br><br>b'],
  ['<p>a<div></p>b</div>c', 'a<br><br>b<br><br>c'],
  ['<p><span style="font-weight:bold">a<sup>2</p>b</sup></span>c', '<strong>a²</strong><br><br>bc'],
  ['f<i>oo</i>bar', 'f<strong>oo</strong>bar'],
  ['<b>日本<i>a</i></b><del><i>b</i>c</del>', '<strong>日本<em>a</em><del>b</del></strong><del>c</del>'],
  ['<p>a</p><p>b</p>', 'a<br><br>b'],
  ['<script>x</script><style>y</style>z', 'z'],
  [
    '<script src="/w.js"></script><noscript>a <a href="https://x.example/p">poll</a></noscript>',
    `a ${A('https://x.example/p', 'poll')}`,
  ],
  [
    '<img data-src="https://x.example/i.png" alt="i"><noscript><img src="https://x.example/i.png" alt="i"><img src="https://x.example/j.png" alt="j"></noscript>',
    `${A('https://x.example/i.png', 'i')}${A('https://x.example/j.png', 'j')}`,
  ],
  ['<b><b>a</b></b>', '<strong>a</strong>'],
  [`${'<b>'.repeat(30)}a${'</b>'.repeat(29)}b</b>c`, '<strong>ab</strong>c'],
  ['<b>a <code><b>x</b></code> c</b>', '<strong>a <code>x</code> c</strong>'],
  [
    '<b>a<blockquote>b</blockquote>c</b>',
    '<strong>a</strong><blockquote class="mkt-quote"><strong>b</strong></blockquote><strong>c</strong>',
  ],
  [
    '<blockquote>q</blockquote>&nbsp;<a href="one">admin</a>',
    `<blockquote class="mkt-quote">q</blockquote>\u{a0}${A('https://old.invalid/one', 'ad')}${A('https://old.invalid/one', 'min')}`,
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
  [
    'x <a href="https://a.example/">/mod</a>&nbsp;<a href="https://a.example/">quote=<b>me</b></a>',
    `x ${A('https://a.example/', ' /mod')}\u00a0${A('https://a.example/', 'qu')}${A('https://a.example/', 'ote=<strong>me</strong>')}`,
  ],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '1 | 2 |'],
  ['<pre>a\n  b</pre>', '<pre><code>a\n  b</code></pre>'],
  ['<b>open', '<strong>open</strong>'],
  [
    '<span style="background:#000">a <span style="color: black">b</span> <b>c</b></span> d',
    'a <span class="mkt-spoiler">b</span> <strong>c</strong> d',
  ],
  [
    '<font color="white">a <span style="background-color:white !important">b</span></font> <span style="background:white">c</span>',
    'a <span class="mkt-spoiler">b</span> c',
  ],
  [
    '<table bgcolor="#123456"><tr><td><font color="#123456">a</font> <font color="red">b</font></td></tr></table>',
    '<span class="mkt-spoiler">a</span> b |',
  ],
  [
    '<span style="background: black url(x.png) repeat"><i style="color:#0f0f0f">a</i></span>',
    '<span class="mkt-spoiler"><em>a</em></span>',
  ],
  [
    '<div style="background:#222;color:#fff">a <span style="background:#fff">b</span> <span style="color:inherit;background:inherit">c</span></div>',
    'a <span class="mkt-spoiler">b</span> c',
  ],
  [
    '<span style="background:#000"><pre>a <span style="color:#000">b</span></pre></span>',
    '<span class="mkt-spoiler"><code>a b</code></span>',
  ],
  [
    '<r><BGCOLOR color="black"><COLOR color="#000000">a</COLOR> b</BGCOLOR></r>',
    '<span class="mkt-spoiler">a</span> b',
  ],
  ['<ul><li>a<ul><li>b</ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
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

  it.each([
    ['Ada Love', 'ada-love', '@ADA-love'],
    ['Zoe\u0301', 'zoé', '@zoé'],
    ['Zoé', 'zoé', '@ZOE\u0301'],
    ['नेहा', 'नेहा', '@नेहा'],
    ['李', '李', '@李'],
  ])('of NodeBB means %s (%s) by %s', (username, userslug, said) => {
    const people = new People()
    people.add({ username, userslug }, '7')
    const nodebb = nodebbDialect('nodebb', 'https://old.example', people)
    const mention = `<span class="mkt-mention" data-user-id="${ID}">@{${ID}}</span>`
    expect(shown(`to ${said}.`, 'markdown', nodebb)).toBe(`to ${mention}.`)
    expect(shown(`to ${said}x`, 'markdown', nodebb)).toBe(`to ${said}x`)
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

describe('what a converter cannot keep', () => {
  it('is named where it cannot be kept', () => {
    const lost = (body: string) => convert(body, 'html', dialect).losses
    expect(lost('<p>a <b>b</b> <a href="https://x.example/">c</a></p>')).toEqual([])
    expect(lost('<a href="ftp://x.example/">a</a>')).toEqual(['a link to ftp://x.example/'])
    expect(lost('<img src="data:,x">')).toEqual(['an image at data:,x'])
    expect(lost('<script src="/poll.js"></script><script>x</script>')).toEqual([
      'what a script shows (/poll.js)',
    ])
    expect(lost('<code>x<sup>2</sup></code> <pre>x<sub>2</sub></pre>')).toEqual([
      'raised text',
      'lowered text',
    ])
    expect(lost('<iframe></iframe>')).toEqual(['a player or page (iframe) without an address'])
    expect(lost('<blockquote>'.repeat(6))).toEqual(['quotes within more than 4 quotes'])
    expect(lost('<pre><a href="https://x.example/">a</a></pre>')).toEqual([
      'a link in code to https://x.example/',
    ])
    expect(lost('<i>a<b>b</b></i>c')).toEqual(['emphasis within a strong word'])
    expect(lost('<b>a <i>b</i></b><i>c</i>d')).toEqual(['emphasis within a strong word'])
    expect(shown('<b>a <i>b</i></b><i>c</i>d', 'html')).toBe('<strong>a <em>b</em></strong>cd')
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
