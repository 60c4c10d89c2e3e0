import { expect, test } from 'vitest'
import { newId } from '../../src/contracts/ids.ts'
import { renameInHtml, renameInSource, render } from '../../src/markup/index.ts'

const userId = newId()
const renamed = {
  userId,
  name: 'Deleted <member>',
  quotedAs: (name: string) => (name.toLowerCase() === "o'brien & co" ? 'Deleted <member>' : undefined),
}
const grammar = {
  admin: true,
  code: true,
  depth: 4,
  emphasis: true,
  icons: [],
  links: ['https'],
  mod: true,
  quote: true,
  spoiler: true,
  strikethrough: true,
  strong: true,
}
const html = (source: string, name: string) => render(source, grammar, { mention: () => name }).html
const sources: [what: string, source: string, expected: string][] = [
  ['a quote', "[quote=O'Brien & Co]a[/quote]", '[quote=Deleted <member>]a[/quote]'],
  ['a quote in another case', "[quote= o'brien & CO ]a[/quote]", '[quote=Deleted <member>]a[/quote]'],
  [
    'a quote in a quote, and beside one of somebody else',
    "[quote=Ada][quote=O'Brien & Co]a[/quote][/quote]**b**",
    '[quote=Ada][quote=Deleted <member>]a[/quote][/quote]**b**',
  ],
  ['no quote in code', "`[quote=O'Brien & Co]`", "`[quote=O'Brien & Co]`"],
  ['no escaped one', "\\[quote=O'Brien & Co]", "\\[quote=O'Brien & Co]"],
  ['no words', "O'Brien & Co <cite>O'Brien & Co</cite>", "O'Brien & Co <cite>O'Brien & Co</cite>"],
]

test.each(sources)('renames %s, in the source and in its HTML alike', (_what, source, expected) => {
  expect(renameInSource(source, renamed)).toBe(expected)
  expect(renameInHtml(html(source, 'x'), renamed)).toBe(html(expected, 'x'))
})

test('renames only mentions of the member, whatever their names', () => {
  const source = `@{${userId}} **@{${newId()}}**`
  const before = html(source, "O'Brien & Co")
  const after = renameInHtml(before, renamed)
  expect(after).toContain(`data-user-id="${userId}">@Deleted &lt;member&gt;</span>`)
  expect(after.match(/O'Brien &amp; Co/g)).toHaveLength(1)
  expect(renameInSource(source, renamed)).toBe(source)
})

test('changes nothing where nobody is named', () => {
  const source = 'Some **text** with [a link](https://example.org) and\n\n[quote]a quote[/quote]'
  expect(renameInSource(source, renamed)).toBe(source)
  expect(renameInHtml(html(source, 'x'), renamed)).toBe(html(source, 'x'))
})
