import { convert } from '@agora/moving/bodies/convert'
import { resolve } from '@agora/moving/bodies/resolve'
import { emit, parse } from '@agora/shared/markup/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grammarOf } from '../src/moving/importing/markup.ts'
import { converted, dialect } from './helpers/foreign.ts'
import { hostileBbcode } from './helpers/foreign-bbcode.ts'

/** Posts in BBCode, as XenForo, vBulletin, MyBB, SMF and IPB store it. */

const A = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`
const quote = (text: string) => `<blockquote class="mkt-quote">${text}</blockquote>`
const spoiler = (text: string) => `<span class="mkt-spoiler">${text}</span>`
const OLD = 'https://old.invalid'
const ID = '01890000-0000-7000-8000-000000000001'
const SITE = 'https://site.example'

const posts: readonly [what: string, body: string, html: string][] = [
  ['marks', '[B]a[/B] [i]b[/i] [u]c[/u] [s]d[/s]', '<strong>a</strong> <em>b</em> <em>c</em> <del>d</del>'],
  ['marks that overlap', '[b]1 [i]2[/b] 3[/i]', '<strong>1 <em>2</em></strong> <em>3</em>'],
  [
    'a link in bold',
    '[b]a [url=https://x.example/]b[/url] c[/b]',
    `<strong>a ${A('https://x.example/', 'b')} c</strong>`,
  ],
  [
    'bold in a link',
    '[url="https://x.example/"]a [b]b[/b][/url]',
    A('https://x.example/', 'a <strong>b</strong>'),
  ],
  ['a bare link', '[URL]https://x.example/a[/URL]', A('https://x.example/a', 'https://x.example/a')],
  [
    'a link without a scheme',
    '[url]www.x.example[/url] [url=x.example:8080/a]b[/url]',
    `${A('http://www.x.example/', 'www.x.example')} ${A('http://x.example:8080/a', 'b')}`,
  ],
  ['a link below the old forum', "[url='/threads/1/']a[/url]", A(`${OLD}/threads/1/`, 'a')],
  [
    'a link that XenForo unfolds',
    '[URL unfurl="true"]https://x.example/a[/URL]',
    A('https://x.example/a', 'https://x.example/a'),
  ],
  [
    'a link that says a tag',
    '([url=https://x.example/]quote[/url])',
    `(${A('https://x.example/', 'qu')}${A('https://x.example/', 'ote')})`,
  ],
  [
    'a link with marks in its text',
    '[url][b]https://x.example/[/b][/url]',
    A('https://x.example/', 'https://x.example/'),
  ],
  [
    'an address that no link may have',
    '[url=javascript:x]a[/url] [email=a@x.example]b[/email]',
    'a (javascript:x) b (mailto:a@x.example)',
  ],
  ['an address of mail', '[email]a@x.example[/email]', 'a@x.example'],
  [
    'a picture',
    '[img]https://x.example/i.png[/img] [IMG alt="cat" width="5px"]https://x.example/j.png[/IMG]',
    `${A('https://x.example/i.png', 'image')} ${A('https://x.example/j.png', 'cat')}`,
  ],
  [
    'a picture in a link',
    '[url=https://x.example/a][img]https://x.example/i.png[/img][/url]',
    A('https://x.example/a', 'image'),
  ],
  [
    'lists',
    '[list]\n[*]a\n[*][b]b[/b]\n[list=1]\n[*]c\n[*]d\n[/list]\n[/list]\nend',
    '<ul><li>a</li><li><strong>b</strong><ol><li>c</li><li>d</li></ol></li></ul><br>end',
  ],
  ['a list of SMF', '[list type=decimal]\n[li]a[/li]\n[li]b[/li]\n[/list]', '<ol><li>a</li><li>b</li></ol>'],
  [
    'a quote of XenForo',
    '[QUOTE="Bob Smith, post: 7, member: 5"]\none\ntwo\n[/QUOTE]\nyes',
    `${quote('<strong>Bob Smith</strong><br><br>one<br>two')}yes`,
  ],
  ['a quote of vBulletin', '[quote=Bob;1234]one[/quote]', quote('<strong>Bob</strong><br><br>one')],
  ['a quote of vBulletin 5', '[quote=Bob;n1234]one[/quote]', quote('<strong>Bob</strong><br><br>one')],
  [
    'a quote of MyBB',
    "[quote='Bob' pid='7' dateline='1500000000']one[/quote]",
    quote('<strong>Bob</strong><br><br>one'),
  ],
  [
    'a quote of SMF',
    '[quote author=Bob Smith link=topic=5.msg7#msg7 date=1500000000]one[/quote]',
    quote('<strong>Bob Smith</strong><br><br>one'),
  ],
  [
    'a quote of IPB',
    "[quote name='Bob' date='1 May 2010' post='123']one[/quote]",
    quote('<strong>Bob</strong><br><br>one'),
  ],
  [
    'a quote of phpBB',
    '[quote=Bob post_id=7 time=1500000000 user_id=5]one[/quote]',
    quote('<strong>Bob</strong><br><br>one'),
  ],
  [
    'a quote in a quote',
    '[quote=A][quote=B]b[/quote]a[/quote]c',
    `${quote(`<strong>A</strong><br>${quote('<strong>B</strong><br><br>b')}a`)}c`,
  ],
  [
    'code',
    '[CODE=php]\n$a[0] = "[b]x[/b]";\n  $b\n[/CODE]\nyes',
    '<pre><code class="language-php">$a[0] = "[b]x[/b]";\n  $b</code></pre>yes',
  ],
  [
    'code of vBulletin',
    '[php]echo 1;[/php][html]<b>[/html]',
    '<pre><code class="language-php">echo 1;</code></pre><pre><code class="language-html">&lt;b&gt;</code></pre>',
  ],
  ['code on a line', 'a [ICODE][b]`x`[/b][/ICODE] b', 'a <code>[b]`x`[/b]</code> b'],
  ['what is not read', '[plain][b]a[/b][/plain] [noparse][i][/noparse]', '[b]a[/b] [i]'],
  [
    'spoilers',
    'x [spoiler]a [b]b[/b][/spoiler]y [ispoiler]c[/ispoiler] z',
    `x<br><br>${spoiler('a <strong>b</strong>')}<br><br>y ${spoiler('c')} z`,
  ],
  ['a spoiler with a title', '[SPOILER="The end"]\nhe dies\n[/SPOILER]', `The end<br>${spoiler('he dies')}`],
  ['what is hidden', '[hide]a[/hide]', spoiler('a')],
  ['what is hidden until one has written enough', '[hide=100]a[/hide]', spoiler('a')],
  [
    'headings',
    '[heading=1]a[/heading]\nb [h2]c[/h2]',
    '<strong>a</strong><br><br>b<br><br><strong>c</strong>',
  ],
  [
    'colours, sizes and places',
    '[color=red][size=7][font=Arial]a[/font][/size][/color]\n[center]b[/center]\n[indent]c[/indent]',
    'a<br><br>b<br><br>c',
  ],
  [
    'what is as dark as its ground',
    '[background=black][color=#000]a[/color] b[/background] [highlight=#fff][colour=white]c[/colour][/highlight]',
    `${spoiler('a')} b ${spoiler('<strong>c</strong>')}`,
  ],
  ['what is as dark as nothing', '[color=transparent]a[/color]', spoiler('a')],
  [
    'a table',
    '[table]\n[tr]\n[td]a[/td]\n[td]b[/td]\n[/tr]\n[tr][td]c[/td][td]d[/td][/tr]\n[/table]',
    'a | b |<br>c | d |',
  ],
  ['a rule', 'a\n[hr][/hr]\nb', 'a<br>———<br>b'],
  ['raised and lowered text', 'H[sub]2[/sub]O 10[sup]6[/sup]', 'H₂O 10⁶'],
  [
    'a film of XenForo',
    '[MEDIA=youtube]abc-1[/MEDIA]',
    A('https://www.youtube.com/watch?v=abc-1', 'https://www.youtube.com/watch?v=abc-1'),
  ],
  [
    'a film of vBulletin',
    '[video=youtube;abc]https://www.youtube.com/watch?v=abc[/video] [youtube]abc[/youtube]',
    `${A('https://www.youtube.com/watch?v=abc', 'https://www.youtube.com/watch?v=abc')} ${A('https://www.youtube.com/watch?v=abc', 'https://www.youtube.com/watch?v=abc')}`,
  ],
  ['a member whom nobody knows', '[USER=5]@bob[/USER] [mention]ann[/mention]', '@bob @ann'],
  [
    'what no tag is',
    'a[i] = b[1]; [sic] [b [/b] [foo bar] [ b] [*] [/list]',
    'a[i] = b[1]; [sic] [b [/b] [foo bar] [ b] [*] [/list]',
  ],
  ['a tag without an end', '[b]a [i]b[/i] [list][*]c', '[b]a <em>b</em> [list][*]c'],
  ['the nearer of two beginnings', '[b]a [b]b[/b]', '[b]a <strong>b</strong>'],
  [
    'marks of ours',
    '**a** _b_ ||c|| [quote] [admin]x[/admin] @{x} `y` :smile:',
    '**a** _b_ ||c|| [quote] [admin]x[/admin] @{x} `y` :smile:',
  ],
  ['HTML', '<b>a</b> &amp; <script>', '&lt;b&gt;a&lt;/b&gt; &amp;amp; &lt;script&gt;'],
  [
    'addresses and names with brackets',
    '[url=https://x.example/?a[]=1&b=2]a[/url] [img alt="c]d"]https://x.example/i.png[/img] [quote=[ABC] Bob]b[/quote]',
    `${A('https://x.example/?a%5B%5D=1&amp;b=2', 'a')} ${A('https://x.example/i.png', 'c]d')}${quote('<strong>[ABC] Bob</strong><br><br>b')}`,
  ],
  [
    'what other boards hide',
    '[inlinespoiler]a[/inlinespoiler] [spoilerbox=T]b[/spoilerbox][hidereply]c[/hidereply][collapse=More]d[/collapse]',
    `${spoiler('a')}<br><br>T<br>${spoiler('b')}<br><br>${spoiler('c')}<br><br>More<br>${spoiler('d')}`,
  ],
  [
    'what SMF stores, escaped',
    'It&#039;s &quot;a &lt; b&quot; &amp;amp;<br />[b]x[/b] &#91;b]y[/b] [url=&quot;https://x.example/?a=1&amp;b=2&quot;]z[/url]<br />[code]1 &lt; 2[/code][nobbc][i]n&amp;m[/i][/nobbc]',
    `It's "a &lt; b" &amp;amp;<br><strong>x</strong> [b]y[/b] ${A('https://x.example/?a=1&amp;b=2', 'z')}<pre><code>1 &lt; 2</code></pre>[i]n&amp;m[/i]`,
  ],
  [
    'entities that somebody typed',
    'write &amp;quot; or &quot; for "',
    'write &amp;amp;quot; or &amp;quot; for "',
  ],
  [
    'tags of SMF',
    '[move]a[/move][red]b[/red] [ltr]c[/ltr] [anchor=x]d[/anchor] [abbr=World]W[/abbr]',
    'a<br><br>b<br><br>c<br><br>d W',
  ],
  ['line breaks of Windows', 'a\r\nb\r\n\r\nc', 'a<br>b<br><br>c'],
]

describe('a post in BBCode', () => {
  it.each(posts)('reads as it did: %s', (_what, body, html) => {
    expect(converted(body, 'bbcode').html).toBe(html)
  })

  it('leads to what was imported', () => {
    const { source } = resolve(
      convert('[user=5]@bob[/user] [thread=12]there[/thread] [post=7]that[/post]', 'bbcode', dialect).pieces,
      () => ID,
      SITE,
    )
    expect(source).toBe(`@{${ID}} [there](${SITE}/threads/${ID}) [that](${SITE}/posts/${ID})`)
  })

  it('keeps what is not known as it is typed, and the report names it', () => {
    const body = '[foo]a[/foo] [attach=full]123[/attach] [media=nowhere]x y[/media] [bar]'
    const { html, losses } = converted(body, 'bbcode')
    expect(html).toBe(body)
    expect(losses).toEqual(['the tag [foo]', 'the tag [attach]', 'what [media=nowhere] shows'])
  })
})

describe('whatever is typed', () => {
  const typed = fc.array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        ' ',
        '\n',
        '[',
        ']',
        '/',
        '=',
        '"',
        "'",
        '*',
        '_',
        '|',
        '`',
        '\\',
        '[*]',
        '[/',
      ),
      fc
        .tuple(
          fc.constantFrom('', '/'),
          fc.constantFrom(
            'b',
            'quote',
            'url',
            'list',
            'code',
            'spoiler',
            'img',
            'user',
            'media',
            'plain',
            'td',
            'x',
          ),
          fc.constantFrom('', '=1', '="a b"', "='c'", ' a=b', '=https://x.example/'),
        )
        .map(([slash, name, option]) => `[${slash}${name}${option}]`),
    ),
    { maxLength: 30 },
  )

  it('is markup afterwards, with each of its words', () => {
    fc.assert(
      fc.property(typed, (all) => {
        const words = all.map((one, at) => (one === 'a' ? `word${at}` : one))
        const { html, source } = converted(words.join(''), 'bbcode')
        if (source !== '') emit(parse(source, grammarOf(null, [])))
        const missing = words.filter(
          (one) => one.startsWith('word') && !html.replaceAll(/<(?!a )[^>]*>/g, '').includes(one),
        )
        expect(missing, source).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(hostileBbcode)('takes time that grows as the body does: a million characters of %j', (unit) => {
    const { pieces } = convert(unit.repeat(1_000_000 / unit.length), 'bbcode', dialect)
    expect(pieces.length).toBeGreaterThan(0)
  })

  it('takes no more of nested tags than the markup can hold', () => {
    const deep = (name: string) => `${`[${name}]`.repeat(1_000)}x${`[/${name}]`.repeat(1_000)}`
    for (const name of ['b', 'quote', 'list', 'spoiler', 'td', 'url=https://x.example/', 'foo']) {
      const body = deep(name).replaceAll(/\[\/url=[^\]]*/g, '[/url')
      const { html } = converted(body, 'bbcode')
      expect(html).toContain('x')
      expect(html.split('<blockquote').length).toBeLessThanOrEqual(5)
    }
  })
})
