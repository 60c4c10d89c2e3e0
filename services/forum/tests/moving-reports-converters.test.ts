import { convert } from '@agora/moving/bodies/convert'
import { plainDialect } from '@agora/moving/bodies/pieces'
import { resolve } from '@agora/moving/bodies/resolve'
import { describe, expect, it } from 'vitest'
import { grammarOf, plainSource, renderSource } from '../src/moving/importing/markup.ts'
import { A, areShownRight, SITE } from './helpers/reported-bodies.ts'

/** What was reported of converters, of forums that moved, and of bare addresses. */

describe('what was reported of other converters', () => {
  areShownRight([
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
  ])

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
