import { describe } from 'vitest'
import { A, areShownRight, spoiler } from './helpers/reported-bodies.ts'

/** Spoilers, films, sounds and what else boards have of their own, out of public reports. */

describe('what boards have of their own, as it was reported', () => {
  areShownRight([
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
  ])
})
