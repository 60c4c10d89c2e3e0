import { describe } from 'vitest'
import { A, areShownRight, ID, SITE, spoiler } from './helpers/reported-bodies.ts'

/** Links, emphasis and blanks out of public reports. */

describe('links, emphasis and blanks that were reported', () => {
  areShownRight([
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
  ])
})
