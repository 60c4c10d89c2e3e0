import { emit, parse } from '@agora/shared/markup/index'
import { describe, expect, it } from 'vitest'
import { convert } from '../src/moving/bodies/convert.ts'
import { plainDialect } from '../src/moving/bodies/pieces.ts'
import { grammarOf, plainSource, renderSource } from '../src/moving/bodies/render.ts'
import { resolve } from '../src/moving/bodies/resolve.ts'

/** Bodies out of public reports, by project and number, as they are shown here. */

const ID = '01890000-0000-7000-8000-000000000001'
const SITE = 'https://site.example'

function shown(body: string, format: 'html' | 'markdown'): string {
  const { pieces } = convert(body, format, plainDialect('old'))
  const { source } = resolve(pieces, (kind) => (kind === 'user' ? undefined : ID), SITE)
  return emit(parse(source, grammarOf(null, [])))
}

const A = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`
const spoiler = (text: string) => `<span class="mkt-spoiler">${text}</span>`

const reported: readonly [report: string, format: 'html' | 'markdown', given: string, html: string][] = [
  [
    'Alir3z4/html2text#24',
    'markdown',
    '**[text](https://x.example/)**',
    `<strong>${A('https://x.example/', 'text')}</strong>`,
  ],
  [
    'CommonMark, emphasis: a link within',
    'markdown',
    '*see [x](https://x.example/y) ok*',
    `<em>see ${A('https://x.example/y', 'x')} ok</em>`,
  ],
  [
    'CommonMark, headings: a link within (AumitLeon/markdown_html_converter#39)',
    'markdown',
    '# [title](https://x.example/)',
    `<strong>${A('https://x.example/', 'title')}</strong>`,
  ],
  [
    'aguingand/tiptap-markdown#69',
    'markdown',
    '- **[a](https://x.example/1)**: x',
    `<ul><li><strong>${A('https://x.example/1', 'a')}</strong>: x</li></ul>`,
  ],
  [
    'Alir3z4/html2text#24: a picture in bold',
    'markdown',
    '**![img](https://x.example/i.png)**',
    `<strong>${A('https://x.example/i.png', 'img')}</strong>`,
  ],
  [
    'Alir3z4/html2text#24: a bare address in bold',
    'markdown',
    '**b https://x.example/a b**',
    `<strong>b ${A('https://x.example/a', 'https://x.example/a')} b</strong>`,
  ],
  [
    'Alir3z4/html2text#24: a link in bold HTML',
    'html',
    '<b>see <a href="https://x.example/a">here</a> now</b>',
    `<strong>see ${A('https://x.example/a', 'here')} now</strong>`,
  ],
  [
    'Alir3z4/html2text#24: a card of Discourse',
    'html',
    '<h3><a href="https://x.example/a">T</a></h3>',
    `<strong>${A('https://x.example/a', 'T')}</strong>`,
  ],
  [
    'Alir3z4/html2text#24: a struck link',
    'html',
    '<del><a href="https://x.example/">gone</a></del>',
    `<del>${A('https://x.example/', 'gone')}</del>`,
  ],
  [
    'Alir3z4/html2text#24: a link in a spoiler',
    'html',
    '<details><summary>more</summary><a href="https://x.example/">y</a> z</details>',
    spoiler(`more<br>${A('https://x.example/', 'y')} z`),
  ],
  [
    'aguingand/tiptap-markdown#69: a mention in bold',
    'html',
    '<b>say <a class="mention" href="imported:user:5">@bob</a> hi</b>',
    '<strong>say @bob hi</strong>',
  ],
  [
    'aguingand/tiptap-markdown#69: a post of the same forum in bold',
    'html',
    '<b>post <a href="imported:post:5">that</a> hi</b>',
    `<strong>post ${A(`${SITE}/posts/${ID}`, 'that')} hi</strong>`,
  ],
  ['xijo/reverse_markdown#37', 'html', '<p>a&nbsp;&nbsp;b</p>', 'a\u00a0\u00a0b'],
  ['thephpleague/html-to-markdown#258', 'html', '<p>10&nbsp;000</p>', '10\u00a0000'],
  ['markedjs/marked#363', 'markdown', '**a**&nbsp;**b**', '<strong>a</strong>\u00a0<strong>b</strong>'],
  [
    'xijo/reverse_markdown#37: before a link',
    'html',
    '<b>Name:</b>&nbsp;<a href="https://x.example/">x</a>',
    `<strong>Name:</strong>\u00a0${A('https://x.example/', 'x')}`,
  ],
  [
    'xijo/reverse_markdown#37: beside code',
    'html',
    'x&nbsp;<code>y</code>&nbsp;z',
    'x\u00a0<code>y</code>\u00a0z',
  ],
  [
    'markedjs/marked#363: a narrow blank',
    'html',
    '<i>one</i>&#8239;<i>two</i>',
    '<em>one</em>\u202f<em>two</em>',
  ],
  [
    'markedjs/marked#363: a wide blank',
    'html',
    '<i>one</i>&#x3000;<i>two</i>',
    '<em>one</em>\u3000<em>two</em>',
  ],
  [
    'discourse/discourse-spoiler-alert#23',
    'html',
    '<p>x <span class="spoiler">secret</span> y</p>',
    `x ${spoiler('secret')} y`,
  ],
  ['vanilla/vanilla#3625', 'html', '<div class="Spoiler"><p>secret</p></div>', spoiler('secret')],
  [
    'vanilla/vanilla#3625: tags in HTML',
    'html',
    '<p>x [spoiler]one <b>two</b>[/spoiler] y</p><p>[SPOILER=End]</p><p>dies</p><p>[/SPOILER]</p>',
    `x ${spoiler('one <strong>two</strong>')} y<br><br>End<br><br>${spoiler('dies')}`,
  ],
  [
    'vanilla/vanilla#3625: tags in Markdown',
    'markdown',
    'x [hide]one **two**[/hide] y\n\n[details="More of it"]\n\n- a\n- [spoiler]b[/spoiler]\n\n[/details]\n\nend',
    `x ${spoiler('one <strong>two</strong>')} y<br><br>More of it<br><br>${spoiler('- a<br>- b')}<br><br>end`,
  ],
  [
    'vanilla/vanilla#3625: no tags',
    'markdown',
    'the [/spoiler] tag, `[/spoiler]` and [spoiler]',
    'the [/spoiler] tag, <code>[/spoiler]</code> and [spoiler]',
  ],
  [
    'vanilla/vanilla#3625: no tags in code',
    'html',
    'Type <code>[spoiler]</code> and <kbd>[/spoiler]</kbd>: [spoiler] <pre>[/spoiler]</pre> <b title="[/hide]">[hide]</b> end',
    'Type <code>[spoiler]</code> and <code>[/spoiler]</code>: [spoiler]<pre><code>[/spoiler]</code></pre><strong>[hide]</strong> end',
  ],
  [
    'vanilla/vanilla#3625: a tag in code within others',
    'html',
    '<p>x [spoiler]y <code>[/spoiler]</code> z[/spoiler] end</p>',
    `x ${spoiler('y <code>[/spoiler]</code> z')} end`,
  ],
  [
    'vanilla/vanilla#3625: no tags in code of HTML in Markdown',
    'markdown',
    '<div><code>[/spoiler]</code></div>\n\n[spoiler] end',
    '<code>[/spoiler]</code><br><br>[spoiler] end',
  ],
  [
    'rafalp/Misago#1267: a tag beside a spoiler of phpBB',
    'html',
    '<r><SPOILER><s>[spoiler]</s>dies<e>[/spoiler]</e></SPOILER> [spoiler] end</r>',
    `${spoiler('dies')}<br><br>[spoiler] end`,
  ],
  [
    'rafalp/Misago#1267',
    'html',
    '<aside class="spoiler-block"><blockquote class="spoiler-body">a</blockquote></aside>',
    `<blockquote class="mkt-quote">${spoiler('a')}</blockquote>`,
  ],
  [
    'rafalp/Misago#1267: a spoiler of phpBB',
    'html',
    '<r><SPOILER title="End"><s>[spoiler=End]</s>dies<e>[/spoiler]</e></SPOILER></r>',
    `End<br>${spoiler('dies')}`,
  ],
  [
    'rafalp/Misago#1267: what phpBB hides by other names',
    'html',
    '<r><HIDE><s>[hide]</s>a<e>[/hide]</e></HIDE> <SPOIL>b</SPOIL> <DETAILS title="More">c</DETAILS></r>',
    `${spoiler('a')} ${spoiler('b')}<br><br>More<br><br>${spoiler('c')}`,
  ],
  [
    'rafalp/Misago#1267: black on black',
    'html',
    '<span style="background-color: black; color: black">a</span> <span style="COLOR:transparent">b</span> <span style="color: red; background: black">c</span> <i class="hidden">d</i>',
    `${spoiler('a')} ${spoiler('b')} c ${spoiler('<em>d</em>')}`,
  ],
  [
    'rafalp/Misago#1267: black on black, written in two ways',
    'html',
    '<span style="color:#000;background-color:black">a</span> <span style="background:rgb(0, 0, 0);color:#010101">b</span> <span style="color:#fff;background:#000">c</span> <span style="color:inherit;background:none">d</span>',
    `${spoiler('a')} ${spoiler('b')} c d`,
  ],
  [
    'rafalp/Misago#1267: what is too small, too faint or blurred to be read',
    'html',
    '<i style="font-size: 0">a</i> <b style="opacity:0.0;">b</b> <span style="filter: blur(4px)">c</span> <span class="blurred">d</span> <span style="opacity: 0.5; font-size: 0.8em">e</span>',
    `${spoiler('<em>a</em>')} ${spoiler('<strong>b</strong>')} ${spoiler('c')} ${spoiler('d')} e`,
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
    'WordPress/gutenberg#12029: a film',
    'html',
    '<video src="https://x.example/v.mp4">No video?</video>',
    A('https://x.example/v.mp4', 'video'),
  ],
  [
    'WordPress/gutenberg#12029: a sound',
    'html',
    '<audio controls><source src="https://x.example/a.mp3"></audio>',
    A('https://x.example/a.mp3', 'audio'),
  ],
  [
    'WordPress/gutenberg#12029: what is embedded',
    'html',
    '<embed src="https://x.example/e.swf">',
    A('https://x.example/e.swf', 'https://x.example/e.swf'),
  ],
  [
    'WordPress/gutenberg#12029: a player',
    'html',
    '<iframe src="https://www.youtube.com/embed/abc"></iframe>',
    A('https://www.youtube.com/embed/abc', 'https://www.youtube.com/embed/abc'),
  ],
  [
    'WordPress/gutenberg#12029: an object',
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
    'POPWorldMedia/POPForums#234',
    'html',
    '<r><IMG src="https://x.example/i.png"><s>[img]</s>https://x.example/i.png<e>[/img]</e></IMG> and <B><s>[b]</s>more<e>[/b]</e></B></r>',
    `${A('https://x.example/i.png', 'image')} and <strong>more</strong>`,
  ],
  [
    'discourse/discourse#6371',
    'html',
    '<r><LIST type="decimal"><LI>one</LI><LI>two<LIST><LI>nested</LI></LIST></LI></LIST></r>',
    '<ol><li>one</li><li>two<ul><li>nested</li></ul></li></ol>',
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
  ['an empty item', 'html', '<ul><li></li><li>a<p>b</p></li></ul>', '<ul><li></li><li>a<br>b</li></ul>'],
]

/** What else was reported: of converters, of forums that moved, and of bare addresses. */
const more: readonly [report: string, format: 'html' | 'markdown', given: string, html: string][] = [
  [
    'mixmark-io/turndown#281',
    'html',
    'Test<span>&nbsp;</span>content, test<span> </span>content',
    'Test\u00a0content, test content',
  ],
  [
    'mixmark-io/turndown#70',
    'html',
    '<p>I <a href="https://x.example/a">need</a> <a href="https://x.example/b">more</a> spaces!</p>',
    `I ${A('https://x.example/a', 'need')} ${A('https://x.example/b', 'more')} spaces!`,
  ],
  [
    'xijo/reverse_markdown#37: the empty paragraphs of IPB',
    'html',
    '<p>\n\ta\n</p>\n\n<p>\n\t&nbsp;\n</p>\n\n<p>\n\tb\n</p>',
    'a<br><br>\u00a0<br><br>b',
  ],
  ['mixmark-io/turndown#250', 'html', '<strong>bold&nbsp;</strong>text', '<strong>bold</strong>\u00a0text'],
  [
    'mixmark-io/turndown#356',
    'html',
    '<ul>\n <li>\n  <div>one</div>\n  <ul>\n   <li>\n    <div>two</div>\n   </li>\n  </ul>\n </li>\n <li>\n  <div>three</div>\n </li>\n</ul>',
    '<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>',
  ],
  [
    'mixmark-io/turndown#450',
    'html',
    '<ol>\n <li>one\n  <ol>\n   <li>two\n    <ol>\n     <li>three</li>\n    </ol>\n   </li>\n  </ol>\n </li>\n <li>four</li>\n</ol>',
    '<ol><li>one<ol><li>two<ol><li>three</li></ol></li></ol></li><li>four</li></ol>',
  ],
  [
    'mixmark-io/turndown#125, #26',
    'html',
    '<ol><li>one</li><li>two</li><ol><li>three</li><li>four</li></ol></ol>',
    '<ol><li>one</li><li>two<ol><li>three</li><li>four</li></ol></li></ol>',
  ],
  [
    'mixmark-io/turndown#232',
    'html',
    '<ul>\n <li>one</li>\n<ul>\n\n <li>two</li>\n</ul>\n</ul>',
    '<ul><li>one<ul><li>two</li></ul></li></ul>',
  ],
  [
    'mixmark-io/turndown#338',
    'html',
    '<div style="white-space: pre;"><div><span>if (a)</span></div><div><span>    b(  1)</span></div></div>',
    'if (a)<br><br>\u00a0\u00a0\u00a0\u00a0b(\u00a0\u00a01)',
  ],
  [
    'kangax/html-minifier#706',
    'html',
    '<p><b>One</b> is a <a href="/b">two</a> <a href="/c">three</a> more',
    `<strong>One</strong> is a ${A('https://old.invalid/b', 'two')} ${A('https://old.invalid/c', 'three')} more`,
  ],
  [
    'Alir3z4/html2text#264',
    'html',
    'x<sup>1</sup>, 10<sup>−6</sup>, H<sub>2</sub>O, 1<sup>st</sup>, x<sub>n+1</sub>',
    'x¹, 10⁻⁶, H₂O, 1ˢᵗ, xₙ₊₁',
  ],
  ['matthewwithanm/python-markdownify#44', 'html', 'Text.<sup class="footnote">12</sup>', 'Text.¹²'],
  [
    'JohannesKaufmann/html-to-markdown#175',
    'html',
    '<blockquote><sup>[1]</sup> text</blockquote>',
    '<blockquote class="mkt-quote">[1] text</blockquote>',
  ],
  ['what HTML puts into quotes', 'html', 'said <q>hi <b>you</b></q>.', 'said “hi <strong>you</strong>”.'],
  [
    'lines in code',
    'html',
    '<pre><ol><li>one</li><li>two</li></ol></pre>',
    '<pre><code>one\ntwo</code></pre>',
  ],
  [
    'a video of Discourse',
    'html',
    '<p>a</p><div class="video-placeholder-container" data-video-src="/uploads/v.mp4"></div><p>b</p>',
    `a<br><br>${A('https://old.invalid/uploads/v.mp4', 'video')}<br><br>b`,
  ],
  [
    'a lazy video of Discourse',
    'html',
    '<div class="lazy-video-container" data-video-id="abc"><a href="https://www.youtube.com/watch?v=abc"><img src="https://img.youtube.com/vi/abc/0.jpg" title="T"></a></div>',
    A('https://www.youtube.com/watch?v=abc', 'T'),
  ],
  [
    'FriendsOfFlarum/byobu#211',
    'html',
    '<r><p><r><QUOTE author="a"><s><QUOTE></s>one<br/><br/>two<e></QUOTE></e></QUOTE></p><p>three</p></r></p></r>',
    '<blockquote class="mkt-quote"><strong>a</strong><br><br>one<br><br>two</blockquote><br>three',
  ],
  [
    'FriendsOfFlarum/pages#41',
    'html',
    '<t><p>&lt;h4&gt;Head&lt;/h4&gt;<br/>\n&lt;p&gt;text&lt;/p&gt;</p></t>',
    '&lt;h4&gt;Head&lt;/h4&gt;<br>&lt;p&gt;text&lt;/p&gt;',
  ],
  ['mybb/merge-system#218', 'html', '<t>Hello<br/>\nthere</t>', 'Hello<br>there'],
  [
    's9e/TextFormatter#197',
    'html',
    '<r><QUOTE><i>&gt; </i><p><POSTMENTION discussionid="1" displayname="john doe" id="100" number="1">@"john doe"#p100</POSTMENTION> text</p></QUOTE></r>',
    '<blockquote class="mkt-quote"><a href="https://site.example/posts/01890000-0000-7000-8000-000000000001" rel="nofollow ugc noopener">@john doe</a> text</blockquote>',
  ],
  [
    'flowdock/markdown-it-flowdock#4',
    'markdown',
    'https://x.example/Terminator_(franchise)',
    A('https://x.example/Terminator_%28franchise%29', 'https://x.example/Terminator_(franchise)'),
  ],
  [
    'openchamber/openchamber#3039',
    'markdown',
    '访问 https://x.example/docs（中文说明）了解',
    `访问 ${A('https://x.example/docs', 'https://x.example/docs')}（中文说明）了解`,
  ],
  [
    'tiann/hapi#478',
    'markdown',
    '已创建：https://x.example/477，涵盖了',
    `已创建：${A('https://x.example/477', 'https://x.example/477')}，涵盖了`,
  ],
  [
    'ubugeeei-prod/ox-content#1138',
    'markdown',
    'https://x.example/foo。次 全角（https://x.example/baz）で https://x.example/q、続',
    `${A('https://x.example/foo', 'https://x.example/foo')}。次 全角（${A('https://x.example/baz', 'https://x.example/baz')}）で ${A('https://x.example/q', 'https://x.example/q')}、続`,
  ],
  [
    'markdown-it/linkify-it#105, markdown-it/markdown-it#1147',
    'markdown',
    '（https://x.example/user）',
    `（${A('https://x.example/user', 'https://x.example/user')}）`,
  ],
  [
    'github/cmark-gfm#83',
    'markdown',
    'https://x.example/a！ “https://x.example/b”',
    `${A('https://x.example/a', 'https://x.example/a')}！ “${A('https://x.example/b', 'https://x.example/b')}”`,
  ],
  [
    'github/cmark-gfm#153',
    'markdown',
    '(https://x.example/a)0 [https://x.example/b]。 {https://x.example/c}0',
    `(${A('https://x.example/a', 'https://x.example/a')})0 [${A('https://x.example/b', 'https://x.example/b')}]。 {${A('https://x.example/c', 'https://x.example/c')}}0`,
  ],
  [
    'xberg-io/html-to-markdown#13',
    'html',
    '<table>\n\t<tr>\n\t\t<td><img src="../../i/back.gif">&nbsp;Go back</td>\n\t\t<td>&Opens it</td>\n\t</tr>\n</table>',
    `${A('https://old.invalid/i/back.gif', 'image')}\u00a0Go back | &amp;Opens it |`,
  ],
  [
    'xberg-io/html-to-markdown#477',
    'html',
    '<TABLE><TR><TD><o:p><P></o:p></P></TD><TD><IMG src="https://x.example/i.png">Visible</TD></TR></TABLE><P></P>',
    `| ${A('https://x.example/i.png', 'image')}Visible |`,
  ],
  [
    'xberg-io/html-to-markdown#486',
    'html',
    '<!-- comment --><table><tr><td><tr><td>Visible text</td></tr></td></tr></table>',
    '|<br>Visible text |',
  ],
  [
    'mysticmind/reversemarkdown-net#411, letmutex/htmd#80',
    'html',
    '<table><tr><td>1</td><td><table><tr><th>condition</th><th>outcome</th></tr><tr><td>yes</td><td>no</td></tr></table></td></tr></table>',
    '1 |<br><br>condition | outcome |<br>yes | no |<br><br>|',
  ],
  [
    'AumitLeon/markdown_html_converter#39',
    'markdown',
    '# this is a title and [text](https://x.example/)',
    `<strong>this is a title and ${A('https://x.example/', 'text')}</strong>`,
  ],
  [
    'a picture in a link that is none',
    'html',
    '<a href="javascript:zoom()"><img src="https://x.example/i.png" alt="cat"></a>',
    `${A('https://x.example/i.png', 'cat')} (javascript:zoom())`,
  ],
  ['a mark of byte order', 'markdown', '\ufeff# Title', '<strong>Title</strong>'],
  ['a footnote of one word', 'markdown', 'a[^1]\n\n[^1]: note', 'a[^1]<br><br>[^1]: note'],
]

describe('what was reported of other converters', () => {
  it.each([...reported, ...more])('is right here: %s', (_report, format, given, expected) => {
    expect(shown(given, format)).toBe(expected)
  })

  it('is named where it cannot be kept: text above the line', () => {
    const { losses } = convert('a<sup>π</sup> b<sub>[1]</sub>', 'html', plainDialect('old'))
    expect(losses).toEqual(['raised text', 'lowered text'])
  })
})

describe('a long body of HTML (root-project/web#784)', () => {
  it.each([
    ['words', `<p>${'word '.repeat(20_000)}</p>`, 'word word'],
    ['marks', `<p>${'*'.repeat(60_000)}</p>`, '***'],
    ['line breaks', `<p>${'a<br>b '.repeat(20_000)}</p>`, 'a\nb a'],
  ])('is cut as text, without its tags: %s', (_what, body, start) => {
    const grammar = grammarOf(null, [])
    const { source } = resolve(convert(body, 'html', plainDialect('old')).pieces, () => undefined, SITE)
    expect(renderSource(source, grammar, () => undefined)).toBeTypeOf('string')
    const plain = renderSource(
      plainSource(source, grammar, () => undefined),
      grammar,
      () => undefined,
    )
    if (typeof plain === 'string') throw new Error(plain)
    expect(plain.html.replaceAll('<br>', '\n').startsWith(start)).toBe(true)
    expect(plain.html).not.toMatch(/&lt;|<(?!br>)/)
    expect(plain.source.endsWith('…')).toBe(true)
  })
})
