import { readFileSync } from 'node:fs'
import { MarkupError, parse, render } from '@agora/shared/markup/index'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likelyMarkup } from './arbitraries.ts'
import { FULL } from './grammar.ts'

/** The bodies of tests and of the forum of benchmarks, and how they read before addresses and lines had marks. */
const before: [source: string, html: string][] = JSON.parse(
  readFileSync(new URL('data/as-before.json', import.meta.url), 'utf8'),
)
const grammar = { ...FULL, icons: ['smile'] }

/** An address, or a mark at the beginning of a line: behind a line break or a tag that opens a block. */
const NEW_MARK = /https?:\/\/|(?:^|[\r\n\]])\s*(?:-[ \t]|\d{1,9}\.[ \t]|#{1,3}[ \t]|>)/i

test('of the bodies that there were, only those that are addresses read otherwise', () => {
  expect(before.length).toBeGreaterThan(400)
  const changed = before.filter(([source, html]) => render(source, grammar).html !== html)
  expect(changed.map(([source]) => source)).toEqual([
    'HTTPS://example.com/A?b=c&amp;d#e',
    'http://x.example/',
    'https://example.com',
    'https://spam.example/',
    'https://x.example',
    'https://x.example/a_(b)_c',
  ])
})

test('a source without the marks of lines and addresses has no lists, headings or links of its own', () => {
  let read = 0
  fc.assert(
    fc.property(likelyMarkup, (source) => {
      fc.pre(!NEW_MARK.test(source))
      const html = htmlOf(source)
      fc.pre(html !== undefined)
      read += 1
      expect(html).not.toMatch(/<(?:ul|ol|li|h[345]|a)\b/)
      const quotes = source.split('[quote').length - 1
      expect(html.split('<blockquote').length - 1).toBeLessThanOrEqual(quotes)
    }),
    { numRuns: 1000 },
  )
  expect(read).toBeGreaterThan(500)
})

test('no source is refused that was not before: what lines begin with is never a fault', () => {
  const lines = fc.array(
    fc.constantFrom('- ', '  - ', '1. ', '# ', '> ', '> > ', '>>> ', '\t', 'a', 'b\n', '\n'),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  fc.assert(
    fc.property(lines, fc.nat(6), (parts, depth) => {
      const source = parts.join('')
      fc.pre(source.trim() !== '')
      expect(() => parse(source, { ...FULL, depth })).not.toThrow()
    }),
    { numRuns: 1000 },
  )
})

function htmlOf(source: string): string | undefined {
  try {
    return render(source, FULL).html
  } catch (error) {
    if (error instanceof MarkupError) return undefined
    throw error
  }
}
