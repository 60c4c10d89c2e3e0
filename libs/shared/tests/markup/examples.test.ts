import { emit, parse, render } from '@agora/shared/markup/index'
import { describe, expect, test } from 'vitest'
import { FULL, MEMBER, PLAIN, USER_ID } from './grammar.ts'

const html = (source: string, grammar = FULL) => render(source, grammar).html
const link = (uri: string, text: string) => `<a href="${uri}" rel="nofollow ugc noopener">${text}</a>`
const spoiler = (text: string) => `<span class="mkt-spoiler">${text}</span>`
const quote = (text: string) => `<blockquote class="mkt-quote">${text}</blockquote>`

const tables: Record<string, [source: string, html: string][]> = {
  'text is itself, escaped': [
    ['hello', 'hello'],
    ['  hello \n', 'hello'],
    ['<script>alert("&")</script>', '&lt;script&gt;alert("&amp;")&lt;/script&gt;'],
    ['&lt;', '&amp;lt;'],
    ['🙂 Ünïcödé 漢字', '🙂 Ünïcödé 漢字'],
    ['a\tb', 'a\tb'],
    ['C:\\games\\new', 'C:\\games\\new'],
    ['2 * 3 | 4 ~ 5 ] ) ( [', '2 * 3 | 4 ~ 5 ] ) ( ['],
  ],
  'a line break is one <br>, however it is written': [
    ['a\nb', 'a<br>b'],
    ['a\r\nb\rc', 'a<br>b<br>c'],
    ['a\n\nb', 'a<br><br>b'],
  ],
  'spans become elements': [
    ['**hi**', '<strong>hi</strong>'],
    ['_hi_', '<em>hi</em>'],
    ['~~hi~~', '<del>hi</del>'],
    ['||hi||', spoiler('hi')],
    ['**_~~||hi||~~_**', `<strong><em><del>${spoiler('hi')}</del></em></strong>`],
    ['_**hi** there_', '<em><strong>hi</strong> there</em>'],
    ['**a\nb**', '<strong>a<br>b</strong>'],
    ['**a** and **b**', '<strong>a</strong> and <strong>b</strong>'],
  ],
  'spans that do not close are text': [
    ['**hi', '**hi'],
    ['hi**', 'hi**'],
    ['_hi', '_hi'],
    ['~~hi', '~~hi'],
    ['||hi', '||hi'],
    ['**a _b** c_', '<strong>a _b</strong> c_'],
    ['**a **b**', '**a <strong>b</strong>'],
    ['** item\n** item', '** item<br>** item'],
  ],
  'a run of another length than a mark is text': [
    ['****', '****'],
    ['*hi*', '*hi*'],
    ['~~~hi~~~', '~~~hi~~~'],
    ['||||', '||||'],
    ['__init__', '__init__'],
    ['*** a ***', '*** a ***'],
    ['a ****b****', 'a ****b****'],
  ],
  'of one asterisk too many the outer one is text': [
    ['**wow***', '<strong>wow</strong>*'],
    ['***wow**', '*<strong>wow</strong>'],
    ['***wow***', '*<strong>wow</strong>*'],
    ['**a** ***b***', '<strong>a</strong> *<strong>b</strong>*'],
    ['wow***', 'wow***'],
  ],
  'emphasis leaves words alone': [
    ['snake_case_name', 'snake_case_name'],
    ['é_à_é', 'é_à_é'],
    ['𝒜_b_𝒜', '𝒜_b_𝒜'],
    ['(_hi_), _you_!', '(<em>hi</em>), <em>you</em>!'],
    ['a _ b _ c', 'a _ b _ c'],
    ['本_a_', '本<em>a</em>'],
    ['これは_大事_です', 'これは<em>大事</em>です'],
    ['_강조_는', '<em>강조</em>는'],
    ['é_本_é', 'é_本_é'],
  ],
  'a spoiler hides what stands between spaces, too': [
    ['|| the butler ||', spoiler(' the butler ')],
    ['a||b||c', `a${spoiler('b')}c`],
  ],
  'links lead where they say': [
    ['[a](https://example.com)', link('https://example.com', 'a')],
    ['[a](HTTPS://example.com/A?b=c&d="#e)', '[a](HTTPS://example.com/A?b=c&amp;d="#e)'],
    ['[a](HTTPS://example.com/A?b=c&d#e)', link('HTTPS://example.com/A?b=c&amp;d#e', 'a')],
    ['[**a** b](http://x.example/)', link('http://x.example/', '<strong>a</strong> b')],
    ['[wiki](https://x.example/a_(b)_c)', link('https://x.example/a_(b)_c', 'wiki')],
    ['([a](https://x.example))', `(${link('https://x.example', 'a')})`],
    ['[a [b] c](https://x.example)', link('https://x.example', 'a [b] c')],
    [
      '[a [b](https://x.example) c](https://y.example)',
      `[a ${link('https://x.example', 'b')} c](https://y.example)`,
    ],
    ['**[a**](https://x.example)', '<strong>[a</strong>](https://x.example)'],
    ['[**a](https://x.example)**', `${link('https://x.example', '**a')}**`],
  ],
  'an address on its own is a link, up to where its sentence goes on': [
    [
      'see https://x.example/a?b=c&d#e now',
      `see ${link('https://x.example/a?b=c&amp;d#e', 'https://x.example/a?b=c&amp;d#e')} now`,
    ],
    ['(HTTP://x.example/a_(b))', `(${link('HTTP://x.example/a_(b)', 'HTTP://x.example/a_(b)')})`],
    [
      'https://x.example, http://y.example.',
      `${link('https://x.example', 'https://x.example')}, ${link('http://y.example', 'http://y.example')}.`,
    ],
    [
      '**https://x.example/a_b_c**',
      `<strong>${link('https://x.example/a_b_c', 'https://x.example/a_b_c')}</strong>`,
    ],
    ['||https://x.example||', spoiler(link('https://x.example', 'https://x.example'))],
    [
      'https://x.example; “http://y.example” https://z.example/?a&amp;…',
      `${link('https://x.example', 'https://x.example')}; “${link('http://y.example', 'http://y.example')}” ${link('https://z.example/?a', 'https://z.example/?a')}&amp;amp;…`,
    ],
    ['"https://x.example"', `"${link('https://x.example', 'https://x.example')}"`],
    ['看https://x.example/日本。次', `看${link('https://x.example/日本', 'https://x.example/日本')}。次`],
    ['https://x.example\nb', `${link('https://x.example', 'https://x.example')}<br>b`],
    [
      '[https://x.example **http://y.example**](https://z.example)',
      link('https://z.example', 'https://x.example <strong>http://y.example</strong>'),
    ],
    ['[https://x.example]', `[${link('https://x.example', 'https://x.example')}]`],
  ],
  'lines that begin with a mark are lists, headings and quotes': [
    ['a\n- b\n- c\nd', 'a<ul><li>b</li><li>c</li></ul>d'],
    ['- a\n  more\n  - b\n    more\n- c', '<ul><li>a<br>more<ul><li>b<br>more</li></ul></li><li>c</li></ul>'],
    ['- a\n    - b\n  - c\n- d', '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>'],
    ['1. a\n1. b\n   - c', '<ol><li>a</li><li>b<ul><li>c</li></ul></li></ol>'],
    ['- a\n  - b\n  c\n- d', '<ul><li>a<ul><li>b</li></ul>c</li><li>d</li></ul>'],
    ['7. a\n8. b\n- c', '<ol start="7"><li>a</li><li>b</li></ol><ul><li>c</li></ul>'],
    ['- a\n\nb', '<ul><li>a</li></ul><br>b'],
    ['  - a\n  - b\n    - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['1. a\n1. b\n2. c\n5. d', '<ol><li>a</li><li>b</li><li value="2">c</li><li value="5">d</li></ol>'],
    ['3. a\n2. b\n1. c', '<ol start="3"><li>a</li><li value="2">b</li><li value="1">c</li></ol>'],
    ['- **a\n- b**', '<ul><li>**a</li><li>b**</li></ul>'],
    ['- a\n - b\n  - c\n   - d', '<ul><li>a</li><li>b<ul><li>c</li><li>d</li></ul></li></ul>'],
    ['# a\n## _b_\n### c\n\nd', '<h3>a</h3><h4><em>b</em></h4><h5>c</h5><br>d'],
    ['- \n  - a\n- ', '<ul><li><ul><li>a</li></ul></li><li></li></ul>'],
    ['> a\n> b\n>\n> c\nd', `${quote('a<br>b<br><br>c')}d`],
    ['>\n> a\n> >\n> b\n>\nc', `&gt;${quote('a<br><br>b')}c`],
    ['> a\n> > b\n> c', quote(`a${quote('b')}c`)],
    ['> - a\n> - b\n> c\n- d', `${quote('<ul><li>a</li><li>b</li></ul>c')}<ul><li>d</li></ul>`],
    ['[quote]\n- a\n[/quote]\n- b', `${quote('<ul><li>a</li></ul>')}<ul><li>b</li></ul>`],
    ['- a[quote]b[/quote]\n  c', `<ul><li>a</li></ul>${quote('b')}  c`],
    ['- a\n```\nb\n```\n- c', '<ul><li>a</li></ul><pre><code>b</code></pre><ul><li>c</li></ul>'],
    ['> > > > > a', quote(quote(quote(quote('&gt; a'))))],
    ['[quote][quote][quote][quote]- a[/quote][/quote][/quote][/quote]', quote(quote(quote(quote('- a'))))],
  ],
  'what a spoiler hides stays hidden, whatever its lines begin with': [
    ['||\n- a\n- b||\n- c', `${spoiler('<br>- a<br>- b')}<ul><li>c</li></ul>`],
    ['||a\n# b\n> c||', spoiler('a<br># b<br>&gt; c')],
    ['- ||a\nb||\nc', `<ul><li>${spoiler('a<br>b')}</li></ul>c`],
    ['# ||a\nb||', `<h3>${spoiler('a<br>b')}</h3>`],
    ['> ||a\n> b|| c\n> d', quote(`${spoiler('a<br>b')} c<br>d`)],
    ['a || b\n- c', 'a || b<ul><li>c</li></ul>'],
    ['**a ||b** c||d\n- e||', `<strong>a ||b</strong> c${spoiler('d<br>- e')}`],
    ['[||a](https://x.example)||b\n- c||', `${link('https://x.example', '||a')}${spoiler('b<br>- c')}`],
    ['- **a\n- b ||c** d\n- e|| f', `<ul><li>**a</li><li>b ${spoiler('c** d<br>- e')} f</li></ul>`],
    ['- **a ||b\n- c** d|| e', `<ul><li>**a ${spoiler('b<br>- c** d')} e</li></ul>`],
    [
      '- **a\n- b ||c** d ||e\n- f|| g',
      `<ul><li>**a</li><li>b ${spoiler('c** d ')}e</li><li>f|| g</li></ul>`,
    ],
    ['- _a\n- **b c_ ||d\n- e** f||', `<ul><li>_a</li><li>**b c_ ${spoiler('d<br>- e** f')}</li></ul>`],
    ['- **a ||b\n- **c** d|| e** f', `<ul><li>**a ${spoiler('b<br>- <strong>c</strong> d')} e** f</li></ul>`],
    ['> **a ||b\n> c|| d**', quote(`<strong>a ${spoiler('b<br>c')} d</strong>`)],
    ['||a\n[quote]b[/quote]\n- c||', `||a${quote('b')}<ul><li>c||</li></ul>`],
  ],
  'a line that only looks marked is text': [
    ['[quote]a[/quote] - b', `${quote('a')} - b`],
    ['-a', '-a'],
    ['a\n-\nb', 'a<br>-<br>b'],
    ['a - b', 'a - b'],
    ['#a\n#### b', '#a<br>#### b'],
    ['1.5\n1) a', '1.5<br>1) a'],
    ['>', '&gt;'],
    ['>_< a\n>a', '&gt;_&lt; a<br>&gt;a'],
    ['\\- a\n\\# b\n12\\. c\n\\> d\n\\>', '- a<br># b<br>12. c<br>&gt; d<br>&gt;'],
    ['a \\- b\n\\-c', 'a \\- b<br>\\-c'],
  ],
  'an address on its own that may not be a link is text': [
    ['https\\://x.example', 'https://x.example'],
    ['ahttps://x.example', 'ahttps://x.example'],
    ['ftp://x.example', 'ftp://x.example'],
    ['https://', 'https://'],
    ['https://...', 'https://...'],
    ['https://bank.example@x.example', 'https://bank.example@x.example'],
    ['https:x.example', 'https:x.example'],
    ['`https://x.example`', '<code>https://x.example</code>'],
  ],
  'a link that may not be is text': [
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    ['[a](java\nscript:alert(1))', '[a](java<br>script:alert(1))'],
    ['[a]( https://x.example)', '[a]( https://x.example)'],
    ['[a](data:text/html,x)', '[a](data:text/html,x)'],
    ['[a](ftp://x.example)', '[a](ftp://x.example)'],
    ['[a](ftp://x.example/?https://y.example)', '[a](ftp://x.example/?https://y.example)'],
    ['[a](https://b@x.example/?https://y.example)', '[a](https://b@x.example/?https://y.example)'],
    ['[a](https://x.example/?https://y.example', '[a](https://x.example/?https://y.example'],
    ['[a](//x.example)', '[a](//x.example)'],
    ['[a](/path)', '[a](/path)'],
    ['[a](https:path)', '[a](https:path)'],
    ['[a](https:\\\\x.example)', '[a](https:\\x.example)'],
    ['[a](https://)', '[a](https://)'],
    ['[a](https://bank.example@x.example)', '[a](https://bank.example@x.example)'],
    ['[a](https://x.example/\u202egpj.exe)', '[a](https://x.example/\u202egpj.exe)'],
    ['[a](https://x.example', '[a](https://x.example'],
    ['[](https://x.example)', '[](https://x.example)'],
    ['a](https://x.example)', 'a](https://x.example)'],
    ['[a](\u00a0https://x.example)', '[a](\u00a0https://x.example)'],
  ],
  'icons of the list become classes, others are text': [
    [':smile:', '<span class="mkt-icon mkt-icon-smile">:smile:</span>'],
    ['a:eye_roll:b', 'a<span class="mkt-icon mkt-icon-eye_roll">:eye_roll:</span>b'],
    [':no:smile:', ':no<span class="mkt-icon mkt-icon-smile">:smile:</span>'],
    [':skull:', ':skull:'],
    [':Smile:', ':Smile:'],
    [': smile :', ': smile :'],
    ['at 10:30:15', 'at 10:30:15'],
    [':smile', ':smile'],
    ['::', '::'],
  ],
  'code is opaque': [
    ['`**a** <b> \\* [quote]`', '<code>**a** &lt;b&gt; \\* [quote]</code>'],
    ['``a ` b``', '<code>a ` b</code>'],
    ['`a', '`a'],
    ['`a\nb`', '`a<br>b`'],
    ['`a``', '`a``'],
    ['``', '``'],
    ['\\`a`', '`a`'],
    ['**a `b** c` d**', '<strong>a <code>b** c</code> d</strong>'],
    ['```a```', '<code>a</code>'],
  ],
  'fenced code keeps its lines': [
    ['```\na\n  **b**\n\n<c>\n```', '<pre><code>a\n  **b**\n\n&lt;c&gt;</code></pre>'],
    ['```js\na\r\nb\rc\r\n```', '<pre><code class="language-js">a\nb\nc</code></pre>'],
    ['a\n```\nb\n```\nc', 'a<pre><code>b</code></pre>c'],
    ['````\n```\n````', '<pre><code>```</code></pre>'],
    ['```\n```', '<pre><code></code></pre>'],
    ['```\n\n```', '<pre><code></code></pre>'],
    ['```\na', '```<br>a'],
    ['```\na\n```b', '```<br>a<br>```b'],
    ['```"><b>\na\n```', '```"&gt;&lt;b&gt;<br>a<br>```'],
    ['a ```\nb\n```', 'a ```<br>b<br>```'],
    ['```js title="a" {1}\nb\n```', '<pre><code class="language-js">b</code></pre>'],
    ['```\na\n`````', '<pre><code>a</code></pre>'],
    ['````\na\n```\nb\n`````', '<pre><code>a\n```\nb</code></pre>'],
    [
      '[quote]```js\na\n```\n[/quote]',
      '<blockquote class="mkt-quote"><pre><code class="language-js">a</code></pre></blockquote>',
    ],
    ['[quote]a[/quote]```\nb\n```', '<blockquote class="mkt-quote">a</blockquote><pre><code>b</code></pre>'],
    ['```js `a`\nb\n```', '```js <code>a</code><br>b<br>```'],
    ['[a]```\nb\n```', '[a]```<br>b<br>```'],
    ['**a\n```\nb\n```\nc**', '**a<pre><code>b</code></pre>c**'],
  ],
  'blocks become containers': [
    ['[quote]hi[/quote]', quote('hi')],
    ['[quote=Ann (x)]hi[/quote]', quote('<cite>Ann (x)</cite>hi')],
    ['[quote= <b>" ]hi[/quote]', quote('<cite>&lt;b&gt;"</cite>hi')],
    ['[quote=]hi[/quote]', quote('hi')],
    ['[mod]calm down[/mod]', '<div class="mkt-mod">calm down</div>'],
    ['[admin]**news**[/admin]', '<div class="mkt-admin"><strong>news</strong></div>'],
    ['[quote]a[quote]b[/quote]c[/quote]', quote(`a${quote('b')}c`)],
    ['a\n[quote]\nb\n[/quote]\nc', `a${quote('b')}c`],
    ['a\n\n[quote]\n\nb[/quote]\n\nc', `a<br>${quote('<br>b')}<br>c`],
    ['[quote][/quote]', quote('')],
    ['[quote](sic)[/quote]', quote('(sic)')],
    ['**a[quote]b**[/quote]**', `**a${quote('b**')}**`],
    ['[a[quote]b[/quote]](https://x.example)', `[a${quote('b')}](https://x.example)`],
  ],
  'what is not quite a tag is text': [
    ['[QUOTE]', '[QUOTE]'],
    ['[ quote]', '[ quote]'],
    ['[quote', '[quote'],
    ['[quote=a\nb]', '[quote=a<br>b]'],
    ['[modern]', '[modern]'],
    [`[quote=${'a'.repeat(101)}]`, `[quote=${'a'.repeat(101)}]`],
  ],
  'a backslash escapes the next mark': [
    ['\\**hi**', '**hi**'],
    ['\\_hi_', '_hi_'],
    ['\\~~hi~~', '~~hi~~'],
    ['\\||hi||', '||hi||'],
    ['\\[quote]', '[quote]'],
    ['[a\\](https://x.example)', '[a](https://x.example)'],
    ['\\:smile:', ':smile:'],
    [`\\@{${USER_ID}}`, `@{${USER_ID}}`],
    ['\\\\**a**', '\\<strong>a</strong>'],
    ['**a\\** b**', '<strong>a** b</strong>'],
    ['\\a \\', '\\a \\'],
  ],
  'mentions carry the id': [
    [
      `hi @{${USER_ID.toUpperCase()}}!`,
      `hi <span class="mkt-mention" data-user-id="${USER_ID}">@{${USER_ID}}</span>!`,
    ],
    ['@{nobody}', '@{nobody}'],
    [`@{${USER_ID}`, `@{${USER_ID}`],
    [`@${USER_ID}`, `@${USER_ID}`],
  ],
}

for (const [guarantee, rows] of Object.entries(tables)) {
  describe(guarantee, () => {
    test.each(rows)('%j', (source, expected) => {
      expect(html(source)).toBe(expected)
    })
  })
}

test('a grammar without a feature leaves its markup unchanged', () => {
  const source = `**a** _b_ ~~c~~ ||d|| [e](https://x.example) :smile: \`f\`\n\`\`\`\ng\n\`\`\``
  expect(html(source, PLAIN)).toBe(source.replaceAll('\n', '<br>'))
})

test('a grammar decides on its link schemes whatever their case', () => {
  const grammar = { ...FULL, links: ['MAILTO'] }
  expect(html('[a](mailto:a@x.example)', grammar)).toBe(link('mailto:a@x.example', 'a'))
  expect(html('[a](https://x.example)', grammar)).toBe('[a](https://x.example)')
})

test.each(['javascript:alert`1`', 'javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
  'no grammar makes a link of %s',
  (uri) => {
    const grammar = { ...FULL, links: ['javascript', 'data', 'vbscript', 'https'] }
    expect(html(`[a](${uri})`, grammar)).not.toContain('<a')
  },
)

test('an icon key that is not a class name never matches', () => {
  const grammar = { ...FULL, icons: ['"><script>', 'a b', 'smile'] }
  expect(html(':"><script>: :a b:', grammar)).toBe(':"&gt;&lt;script&gt;: :a b:')
})

test('a mention shows the name it is given, escaped', () => {
  const document = parse(`@{${USER_ID}} @{${USER_ID.replace('0', '1')}}`, MEMBER)
  const names = new Map([[USER_ID, '<Ann>']])
  expect(emit(document, { mention: (id) => names.get(id) })).toBe(
    `<span class="mkt-mention" data-user-id="${USER_ID}">@&lt;Ann&gt;</span> ` +
      `<span class="mkt-mention" data-user-id="${USER_ID.replace('0', '1')}">@{${USER_ID.replace('0', '1')}}</span>`,
  )
})

test('every user mentioned is named once, in order, code and escapes aside', () => {
  const other = USER_ID.replace('0', '1')
  const hidden = USER_ID.replace('0', '2')
  const source = `[quote]@{${other}}[/quote]**@{${USER_ID}}** @{${other.toUpperCase()}} \`@{${hidden}}\` \\@{${hidden}}`
  expect(render(source, FULL).mentions).toEqual([other, USER_ID])
})

test.each<[string, boolean]>([
  ['[admin]a[/admin]', true],
  ['[quote][mod][admin]a[/admin][/mod][/quote]', true],
  ['[quote]a[/quote]', false],
  ['`[admin]a[/admin]`', false],
  ['```\n[admin]a[/admin]\n```', false],
  ['\\[admin]a\\[/admin]', false],
])('%j tells whether it holds an announcement', (source, expected) => {
  expect(render(source, FULL).hasAdminBlock).toBe(expected)
})
