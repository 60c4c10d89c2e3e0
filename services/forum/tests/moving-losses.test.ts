import { describe, expect, it } from 'vitest'
import { converted, type Foreign } from './helpers/foreign.ts'

/** What cannot be kept of a body: the report names it, and what it says. */

const lost: readonly [what: string, format: Foreign, body: string, losses: readonly string[]][] = [
  [
    'a tooltip',
    'html',
    '<abbr title="World Health Organization">WHO</abbr> <span title=" now ">x</span>',
    ['a tooltip (World Health Organization)', 'a tooltip (now)'],
  ],
  ['a tooltip of a link', 'html', '<a href="https://x.example/" title="tip">x</a>', ['a tooltip (tip)']],
  ['a tooltip of Markdown', 'markdown', '[x](https://x.example/ "tip")', ['a tooltip (tip)']],
  ['a tooltip of a picture', 'markdown', '![cat](https://x.example/i.png "Tom")', ['a tooltip (Tom)']],
  ['a tooltip of SMF', 'bbcode', '[abbr=World]W[/abbr]', ['a tooltip (World)']],
  [
    'no tooltip that says what is shown',
    'html',
    '<a href="https://x.example/" title="https://x.example/">x</a> <a href="https://x.example/" title="y">y</a> <img class="emoji" title=":)" alt=":)" src="/i.png"> <img src="https://x.example/i.png" title="cat"> <img src="https://x.example/i.png" title="dog" alt="dog">',
    [],
  ],
  [
    'how a list counts',
    'html',
    '<ol type="a"><li>x</ol><ol reversed><li>y</ol><ol type="1"><li>z</ol><ul type="disc"><li>w</ul>',
    ['letters or Roman numerals of a list', 'a list that counts down'],
  ],
  [
    'a picture in a link to something else',
    'html',
    '<a href="https://x.example/"><img src="https://y.example/i.png"></a>',
    ['an image in a link (https://y.example/i.png)'],
  ],
  [
    'no small picture of a larger one',
    'html',
    '<a href="https://x.example/large.png"><img src="https://x.example/small.png"></a>',
    [],
  ],
  ['a page within', 'html', '<iframe srcdoc="x"></iframe>', ['a player or page (iframe) without an address']],
  [
    'emphasis and links in code',
    'html',
    '<pre>a <b>b</b> <a href="https://x.example/">c</a></pre>',
    ['emphasis in code', 'a link in code to https://x.example/'],
  ],
  ['raised and lowered text', 'html', 'a<sup>π</sup> b<sub>[1]</sub>', ['raised text', 'lowered text']],
  ['an address that no link may have', 'markdown', '[x](ftp://x.example/f)', ['a link to ftp://x.example/f']],
  ['a tag that nobody knows', 'bbcode', '[dice]6[/dice]', ['the tag [dice]']],
]

describe('the report', () => {
  it.each(lost)('names %s', (_what, format, body, losses) => {
    expect(converted(body, format).losses).toEqual(losses)
  })
})

it('costs of half a pair of surrogates only itself', () => {
  expect(converted('<b>a\ud83d</b> <i>b</i>', 'html').html).toBe('<strong>a\ufffd</strong> <em>b</em>')
})

describe('a table without the ends of its cells', () => {
  it.each([
    ['<table><tr><th>A<th>B<tr><td>1<td>2</table>x', 'A | B |<br>1 | 2 |<br><br>x'],
    ['<table><tr><td>1<td><table><tr><td>2</table>3</table>x', '1 |<br><br>2 |<br><br>3 |<br><br>x'],
  ])('has them where the next one begins: %s', (body, html) => {
    expect(converted(body, 'html').html).toBe(html)
  })
})
