import { expect, test } from 'vitest'
import { type Child, escapeText, htmlOf, raw } from '../src/view/jsx/html.ts'
import { Fragment, jsx } from '../src/view/jsx/jsx-runtime.ts'

const hostile = `<script>alert("1")</script> & 'more'`
const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;'

test.each<[string, Child, string]>([
  ['text in an element', jsx('p', { children: hostile }), `<p>${escaped}</p>`],
  ['text in an attribute', jsx('a', { title: hostile }), `<a title="${escaped}"></a>`],
  ['text among other children', jsx('p', { children: ['a', [hostile], 1] }), `<p>a${escaped}1</p>`],
  ['text in a fragment', jsx(Fragment, { children: [hostile, hostile] }), escaped + escaped],
  ['text that a component returns', jsx(() => hostile, {}), escaped],
  ['text that looks like HTML of ours', htmlOf({ text: hostile } as unknown as Child), ''],
  [
    'what is text of an element once, once',
    jsx('p', { children: jsx('b', { children: '&' }) }),
    '<p><b>&amp;</b></p>',
  ],
])('a template escapes %s', (_what, child, html) => {
  expect(htmlOf(child)).toBe(html)
})

test('only raw HTML stays as it is', () => {
  expect(htmlOf(jsx('p', { children: raw('<b>&amp;</b>') }))).toBe('<p><b>&amp;</b></p>')
})

test('a template leaves out what is false, null or undefined, and writes 0', () => {
  const children = [false, null, undefined, true, 0, '']
  expect(htmlOf(jsx('p', { hidden: false, id: undefined, lang: null, tabindex: 0, children }))).toBe(
    '<p tabindex="0">0</p>',
  )
})

test('an attribute that is true has no value, and an empty element no end', () => {
  expect(htmlOf(jsx('input', { checked: true, value: '' }))).toBe('<input checked="" value=""/>')
})

test('a component gets one child as it is, and several as a list', () => {
  const Count = ({ children }: { children?: Child }) => (Array.isArray(children) ? children.length : 'one')
  expect([jsx(Count, { children: 'a' }), jsx(Count, { children: ['a', 'b'] })].map(htmlOf)).toEqual([
    'one',
    '2',
  ])
})

test('text escaped twice reads as it was written, escaped', () => {
  expect(escapeText(escapeText('<'))).toBe('&amp;lt;')
})
