import { describe, expect, it } from 'vitest'
import { converted, dialect, differences } from './helpers/foreign.ts'

/** Posts in the form in which other software keeps or shows them. */

const A = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`
const quote = (text: string) => `<blockquote class="mkt-quote">${text}</blockquote>`
const spoiler = (text: string) => `<span class="mkt-spoiler">${text}</span>`
const OLD = 'https://old.invalid'

const html: readonly [what: string, body: string, html: string][] = [
  [
    'a quote of XenForo',
    '<blockquote data-attributes="member: 5" data-quote="Bob" data-source="post: 7" class="bbCodeBlock bbCodeBlock--quote"><div class="bbCodeBlock-title"><a href="/goto/post?id=7" class="bbCodeBlock-sourceJump" rel="nofollow">Bob said:</a></div><div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent">one<br />\ntwo</div></div></blockquote>And so on',
    `${quote(`${A(`${OLD}/goto/post?id=7`, 'Bob said:')}<br><br>one<br>two`)}And so on`,
  ],
  [
    'a spoiler of XenForo',
    'x <div class="bbCodeSpoiler"><button type="button" class="bbCodeSpoiler-button"><span>Spoiler: End</span></button><div class="bbCodeSpoiler-content"><div class="bbCodeBlock bbCodeBlock--spoiler"><div class="bbCodeBlock-content">he <b>dies</b></div></div></div></div>',
    `x<br><br>${spoiler('Spoiler: End<br><br>he <strong>dies</strong>')}`,
  ],
  ['an inline spoiler of XenForo', 'x <span class="bbCodeInlineSpoiler">y</span>', `x ${spoiler('y')}`],
  [
    'code of XenForo',
    '<div class="bbCodeBlock bbCodeBlock--code"><div class="bbCodeBlock-title">PHP:</div><div class="bbCodeBlock-content" dir="ltr"><pre class="bbCodeCode" dir="ltr" data-lang="php"><code>$a  = 1;\n$b</code></pre></div></div>',
    'PHP:<br><pre><code class="language-php">$a  = 1;\n$b</code></pre>',
  ],
  [
    'a lazy picture of XenForo',
    '<div class="bbImageWrapper" data-src="https://x.example/i.png"><img src="data:image/gif;base64,R0" data-src="https://x.example/i.png" class="bbImage lazyload" alt="" /><noscript><img src="https://x.example/i.png" alt="" /></noscript></div>',
    A('https://x.example/i.png', 'image'),
  ],
  [
    'a player of XenForo',
    '<div class="bbMediaWrapper" data-media-site-id="youtube"><div class="bbMediaWrapper-inner"><iframe src="https://www.youtube.com/embed/abc?wmode=opaque" width="560"></iframe></div></div>',
    A('https://www.youtube.com/embed/abc?wmode=opaque', 'https://www.youtube.com/embed/abc?wmode=opaque'),
  ],
  [
    'a quote of IPB',
    '<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-username="Bob"><div class="ipsQuote_citation">On 1/1/2020, Bob said:</div><div class="ipsQuote_contents"><p>\n\thi\u00a0there\n</p></div></blockquote><p>\n\tyes\n</p>',
    `${quote('On 1/1/2020, Bob said:<br><br>hi\u00a0there')}<br>yes`,
  ],
  [
    'a spoiler of IPB',
    '<div class="ipsSpoiler" data-ipsspoiler=""><div class="ipsSpoiler_header"><span>Spoiler</span></div><div class="ipsSpoiler_contents"><p>dies</p></div></div>',
    spoiler('Spoiler<br><br>dies'),
  ],
  [
    'code of IPB',
    '<pre class="ipsCode prettyprint lang-js prettyprinted">let a = "<b>"</pre>'.replace(
      '"<b>"',
      '&lt;b&gt;',
    ),
    '<pre><code class="language-js">let a = &lt;b&gt;</code></pre>',
  ],
  [
    'a mention and a smiley of IPB',
    '<p><a contenteditable="false" data-mentionid="5" href="<___base_url___>/profile/5-bob/" rel="">@bob</a> <img alt=":)" data-emoticon="" src="<fileStore.core_Emoticons>/emoticons/smile.png" title=":)" /></p>',
    `${A(`${OLD}/profile/5-bob/`, '@bob')} :)`,
  ],
  [
    'an upload of IPB',
    '<p><a class="ipsAttachLink ipsAttachLink_image" href="<fileStore.core_Attachment>/monthly_2020/cat.jpg"><img alt="cat.jpg" class="ipsImage" data-fileid="1" src="<fileStore.core_Attachment>/monthly_2020/cat.thumb.jpg" /></a></p>',
    A(`${OLD}/uploads/monthly_2020/cat.jpg`, 'cat.jpg'),
  ],
  [
    'a quote of vBulletin',
    '<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container"><div class="bbcode_quote_container"></div><div class="bbcode_postedby">Originally Posted by <strong>Bob</strong> <a href="showthread.php?p=5#post5"><img class="inlineimg" src="images/buttons/viewpost-right.png" alt="View Post" /></a></div><div class="message">hi</div></div></div></div>yes',
    `${quote(`Originally Posted by <strong>Bob</strong> ${A(`${OLD}/showthread.php?p=5#post5`, 'View Post')}<br><br>hi`)}<br>yes`,
  ],
  [
    'code of vBulletin',
    '<div class="bbcode_container"><div class="bbcode_description">Code:</div><pre class="bbcode_code" style="height:36px;">a\n  b</pre></div>',
    'Code:<br><pre><code>a\n  b</code></pre>',
  ],
  [
    'colours and sizes of vBulletin',
    '<font color="Red"><font size="4">big <i>red</i></font></font><br />\n<div style="text-align: center;"><u>middle</u></div>',
    'big <em>red</em><br><br><em>middle</em>',
  ],
  [
    'a mention and an emoji of NodeBB',
    '<p dir="auto">Hi <a class="mention plugin-mentions-user plugin-mentions-a" href="/user/bob" aria-label="Profile: bob">@<bdi>bob</bdi></a> <img src="/assets/smile.png" class="not-responsive emoji emoji-android emoji--smile" title=":smile:" alt="😄" /></p>',
    `Hi ${A(`${OLD}/user/bob`, '@bob')} 😄`,
  ],
  [
    'a spoiler of NodeBB',
    '<p>x</p>\n<div class="ns-spoiler" data-open="false"><div class="ns-spoiler-control"><a class="btn" href="#">spoiler</a></div><div class="ns-spoiler-content"><p>y</p></div></div>',
    `x<br><br>${spoiler(`${A(`${OLD}/#`, 'spoiler')}<br><br>y`)}`,
  ],
  [
    'a quote and a list of Discourse',
    '<aside class="quote no-group" data-username="bob" data-post="1" data-topic="2">\n<div class="title">\n<div class="quote-controls"></div>\n<img alt="" width="24" height="24" src="/user_avatar/x/24.png" class="avatar"> bob:</div>\n<blockquote>\n<p>hi</p>\n</blockquote>\n</aside>\n<ol>\n<li>one</li>\n<li>two\n<ul>\n<li>three</li>\n</ul>\n</li>\n</ol>',
    `bob:<br>${quote('hi')}<ol><li>one</li><li>two<ul><li>three</li></ul></li></ol>`,
  ],
  [
    'a card of Discourse',
    '<aside class="onebox allowlistedgeneric" data-onebox-src="https://x.example/a"><header class="source"><a href="https://x.example/a" target="_blank">x.example</a></header><article class="onebox-body"><h3><a href="https://x.example/a">T</a></h3><p>words</p></article><div style="clear: both"></div></aside>',
    `${A('https://x.example/a', 'x.example')}<br><br><strong>${A('https://x.example/a', 'T')}</strong><br><br>words`,
  ],
  [
    'the sign of a site in a card of Discourse',
    '<header class="source"><img src="https://x.example/favicon.ico" class="site-icon" width="32"><a href="https://x.example/a">x.example</a></header>',
    A('https://x.example/a', 'x.example'),
  ],
  [
    'a picture of Discourse that opens',
    '<p>a</p><div class="lightbox-wrapper"><a class="lightbox" href="https://x.example/o.png"><img src="https://x.example/s.png" alt="cat"><div class="meta"><svg class="fa"><use href="#far-image"></use></svg><span class="filename">cat</span><span class="informations">690×388 100 KB</span></div></a></div><div class="meta">b</div>',
    `a<br><br>${A('https://x.example/o.png', 'cat')}<br><br>b`,
  ],
  [
    'a checklist of Discourse',
    '<p><span class="chcklst-box checked fa fa-square-check-o"></span> done <span class="chcklst-box fa fa-square-o"></span> open</p>',
    '[x] done [ ] open',
  ],
  [
    'a picture of XenForo behind its proxy',
    '<img src="https://xf.example/proxy.php?image=https%3A%2F%2Fx.example%2Fi.png" data-url="https://x.example/i.png" class="bbImage" alt="i.png">',
    A('https://x.example/i.png', 'i.png'),
  ],
  [
    'a card of XenForo',
    '<div class="bbCodeBlock bbCodeBlock--unfurl"><h3 class="js-unfurl-title"><a href="https://x.example/a">T</a></h3><div><span class="js-unfurl-favicon"><img src="https://x.example/favicon.ico" alt="x.example"></span>x.example</div></div>',
    `<strong>${A('https://x.example/a', 'T')}</strong><br><br>x.example`,
  ],
  [
    'a picture of IPB that waits',
    '<img class="ipsImage" data-src="<fileStore.core_Attachment>/monthly_2020/cat.jpg" src="<___base_url___>/applications/core/interface/js/spacer.png" alt="cat.jpg">',
    A(`${OLD}/uploads/monthly_2020/cat.jpg`, 'cat.jpg'),
  ],
  [
    'a film of IPB',
    '<div class="ipsEmbeddedVideo"><iframe data-embed-src="https://www.youtube.com/embed/abc" src="<___base_url___>/applications/core/interface/index.html"></iframe></div>',
    A('https://www.youtube.com/embed/abc', 'https://www.youtube.com/embed/abc'),
  ],
  [
    'a quote of IPB 3',
    '<blockquote class="ipsBlockquote" data-author="Bob" data-cid="5"><p>hi</p></blockquote><p>yes</p>',
    `${quote('<strong>Bob</strong><br><br>hi')}<br>yes`,
  ],
  [
    'a sign of IPB that leads somewhere',
    '<a href="<___base_url___>/topic/1-x/"><i class="fa-share"></i></a> Bob said',
    `${A(`${OLD}/topic/1-x/`, `${OLD}/topic/1-x/`)} Bob said`,
  ],
  [
    'quotes of SMF and MyBB',
    '<blockquote class="bbc_standard_quote"><cite>Quote from: Bob</cite>hi</blockquote><blockquote class="mycode_quote"><cite>Bob Wrote:</cite>hi <cite>there</cite></blockquote>',
    `${quote('<em>Quote from: Bob</em><br>hi')}${quote('<em>Bob Wrote:</em><br>hi <em>there</em>')}`,
  ],
  [
    'a quote and a spoiler of WoltLab',
    '<woltlab-quote data-author="Bob"><p>hi</p></woltlab-quote><woltlab-spoiler><p>dies</p></woltlab-spoiler>',
    `${quote('<strong>Bob</strong><br><br>hi')}<br>${spoiler('dies')}`,
  ],
  [
    'pictures of several sizes, or with parts that lead somewhere',
    '<picture><source srcset="https://x.example/a.webp"><img srcset="https://x.example/a.png 1x, https://x.example/b.png 2x" alt="cat"></picture><map><area href="https://x.example/c" alt="here"></map>',
    `${A('https://x.example/a.png', 'cat')}${A('https://x.example/c', 'here')}`,
  ],
]

const xml: readonly [what: string, body: string, html: string][] = [
  [
    'lists and headings of Flarum',
    '<r><H2><s>## </s>Title</H2>\n\n<LIST type="decimal" start="3"><LI><s>3. </s>a</LI>\n<LI><s>4. </s><STRONG><s>**</s>b<e>**</e></STRONG></LI></LIST></r>',
    '<strong>Title</strong><br><ol start="3"><li>a</li><li><strong>b</strong></li></ol>',
  ],
  ['a rule of Flarum', '<r><p>a</p>\n\n<HR>---</HR>\n\n<p>b</p></r>', 'a<br><br>———<br><br>b'],
  ['an escape of Flarum', '<r><p>2 <ESC><s>\\</s>*</ESC> 3</p></r>', '2 * 3'],
  [
    'a quote and code of Flarum',
    '<r><QUOTE><i>&gt; </i><p>hi</p></QUOTE>\n\n<CODE lang="js"><s>```js</s><i>\n</i>a &lt; b<i>\n</i><e>```</e></CODE></r>',
    `${quote('hi')}<pre><code class="language-js">a &lt; b</code></pre>`,
  ],
  [
    'uploads of Flarum',
    '<r><p><UPL-IMAGE-PREVIEW url="https://x.example/i.png">[upl-image-preview url=https://x.example/i.png]</UPL-IMAGE-PREVIEW> <UPL-FILE size="1KB" url="https://x.example/f.pdf" uuid="1"><s>[upl-file url=https://x.example/f.pdf]</s>f.pdf<e>[/upl-file]</e></UPL-FILE></p></r>',
    `${A('https://x.example/i.png', 'image')} ${A('https://x.example/f.pdf', 'f.pdf')}`,
  ],
  [
    'spoilers of Flarum',
    '<r><p>a <ISPOILER><s>&gt;!</s>b<e>!&lt;</e></ISPOILER></p><SPOILER><i>&gt;! </i><p>c</p></SPOILER></r>',
    `a ${spoiler('b')}<br><br>${spoiler('c')}`,
  ],
  [
    'players and bare addresses of Flarum and phpBB',
    '<r><p><YOUTUBE id="abc" url="https://youtu.be/abc">https://youtu.be/abc</YOUTUBE> <URL url="https://x.example/very/long"><LINK_TEXT text="https://x.example/ ... long">https://x.example/very/long</LINK_TEXT></URL></p></r>',
    `${A('https://youtu.be/abc', 'https://youtu.be/abc')} ${A('https://x.example/very/long', 'https://x.example/very/long')}`,
  ],
  [
    'uploads of Flarum that are no pictures, emoji and characters by their names',
    '<r><p><UPL-TEXT-PREVIEW url="https://x.example/t.txt" uuid="1">[upl-text-preview uuid=1 url=https://x.example/t.txt]</UPL-TEXT-PREVIEW> <EMOJI seq="1f468-200d-1f469">:couple:</EMOJI> <EMOJI seq="2764">❤️</EMOJI> <HTMLENT char="©">&amp;copy;</HTMLENT> <html:u>x</html:u></p></r>',
    `${A('https://x.example/t.txt', 'https://x.example/t.txt')} 👨\u200d👩 ❤️ © <em>x</em>`,
  ],
  [
    'a quote of phpBB with an address, and what stands in the middle',
    '<r><QUOTE author="Bob" url="https://x.example/a"><s>[quote=Bob url=https://x.example/a]</s>hi<e>[/quote]</e></QUOTE><ALIGN align="center"><s>[align=center]</s>a<e>[/align]</e></ALIGN>b <C>https://x.example/c</C></r>',
    `${quote(`<strong>${A('https://x.example/a', 'Bob')}</strong><br><br>hi`)}<br>a<br><br>b <code>https://x.example/c</code>`,
  ],
  [
    'an attachment and colours of phpBB',
    '<r><COLOR color="red"><s>[color=red]</s><SIZE size="150"><s>[size=150]</s>big<e>[/size]</e></SIZE><e>[/color]</e></COLOR> <ATTACHMENT filename="a.png" index="0"><s>[attachment=0]</s>a.png<e>[/attachment]</e></ATTACHMENT> <EMAIL email="a@x.example"><s>[email]</s>a@x.example<e>[/email]</e></EMAIL></r>',
    'big a.png a@x.example',
  ],
  [
    'lines of phpBB',
    '<t>one &amp; two<br/>\nthree<br/>\n<br/>\nfour &lt;b&gt;</t>',
    'one &amp; two<br>three<br><br>four &lt;b&gt;',
  ],
]

describe('a post', () => {
  it('of NodeBB has its spoilers between colons', () => {
    const body = 'a\n\n:::\n\none **two**\n\n- three\n\n:::\n\nb\n\n:::::'
    expect(converted(body, 'markdown', { ...dialect, isStrict: true }).html).toBe(
      `a<br><br>${spoiler('one <strong>two</strong><br><br>- three')}<br><br>b<br><br>:::::`,
    )
  })

  it.each(html)('in HTML reads as it did: %s', (_what, body, expected) => {
    expect(converted(body, 'html').html).toBe(expected)
  })

  it.each(
    html.filter(
      ([, body]) =>
        !/[qQ]uote"|<iframe|emo(?:ji|ticon)|avatar|inlineimg|lazyload|___|fileStore|site-icon|"meta"|chcklst|data-url|favicon|woltlab|_quote|<area/.test(
          body,
        ),
    ),
  )('in HTML reads as elsewhere: %s', (_what, body) => {
    expect(differences(body, 'html')).toEqual([])
  })

  it.each(xml)('in XML reads as it did: %s', (_what, body, expected) => {
    expect(converted(body, 'html').html).toBe(expected)
  })
})
