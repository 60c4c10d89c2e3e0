import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Change, changesBetween, textOf } from '../src/view/changes.ts'

const side = (changes: readonly Change[], left: 'added' | 'removed') =>
  changes
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')

test('changes tell both texts, whatever they are', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'word', ' ', '\n', '😄', '😅', '…'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = changesBetween(before, after)
      expect(changes.every((change) => change.text.isWellFormed())).toBe(true)
      if (before === after) expect(changes).toEqual([])
      else expect([side(changes, 'added'), side(changes, 'removed')]).toEqual([before, after])
    }),
  )
})

test('a word that was changed is marked, and of what stayed only what is around it is left', () => {
  const around = 'word '.repeat(200)
  expect(changesBetween('one two three', 'one 2 three')).toEqual([
    { kind: 'kept', text: 'one ' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: '2' },
    { kind: 'kept', text: ' three' },
  ])
  const changes = changesBetween(`${around}two${around}`, `${around}2${around}`)
  expect(changes.map(({ kind }) => kind)).toEqual(['kept', 'removed', 'added', 'kept'])
  expect(changes.every(({ text }) => text.length < 200)).toBe(true)
})

test('texts that have almost nothing in common are told as wholes, at a bounded cost', () => {
  const words = (salt: string) => Array.from({ length: 8_000 }, (_, index) => `${salt}${index}`).join(' ')
  const [before, after] = [words('a'), words('b')]
  expect(changesBetween(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
})

test('the text of HTML has lines, the addresses of links and the names of pictures, and ends before what is cut', () => {
  expect(
    textOf(
      '<p>One &amp; <strong>two</strong><br>3 &lt; 4</p><p><a rel="x" href="https://a.example/">here</a> <a href="https://b.example/">https://b.example/</a> <img src="x" alt="a hat"></p>',
    ),
  ).toBe('One & two\n3 < 4\nhere (https://a.example/) https://b.example/ [a hat]')
  for (const end of ['<stro', '&am', '&', '<a href="https://']) expect(textOf(`<p>whole${end}`)).toBe('whole')
  expect(textOf('&amp;lt; &#39;')).toBe("&lt; '")
})
