import { MarkupError, parse, quotationOf } from '@agora/shared/markup/index'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likelyMarkup } from './arbitraries.ts'
import { FULL, MEMBER } from './grammar.ts'

test.each([
  ['words', 'Hello **there**', 'Hello **there**'],
  ['a quote in it', '[quote=Ben]Hi[/quote]\nHello', 'Hello'],
  ['blocks in blocks', 'A\n[quote][quote=Ben]x[/quote]y[/quote]\nB', 'A\n\nB'],
  ['moderators’ and administrators’ blocks', '[mod]Stop[/mod]A[admin]News[/admin]', 'A'],
  ['a tag in code', 'A `[quote]` B', 'A `[quote]` B'],
  ['an escaped tag', 'A \\[quote] B', 'A \\[quote] B'],
  ['halves of a tag on both sides of a block', '[quo[mod]x[/mod]te]', '[quo\n\nte]'],
  ['quoted lines', 'A\n> x\n> y\nB\n> z', 'A\n\nB'],
  ['lists and headings', '# A\n- b', '# A\n- b'],
  ['a line of a spoiler that begins as a quote does', '||A\n> b|| C', '||A\n> b|| C'],
  ['a quoted spoiler', 'A\n> ||b\n> c||\nD', 'A\n\nD'],
  [
    'what follows a block on its line, as text',
    '[quote]x[/quote] - a\n- b[mod]y[/mod]1. c',
    '\\- a\n- b\n\n1\\. c',
  ],
  [
    'what follows a block and looks like code, as text',
    '[quote]x[/quote] ```\n```\n[/quote]\nI resign\n[quote]\n```',
    '\\`\\`\\`\n```\n[/quote]\nI resign\n[quote]\n```',
  ],
  ['nothing but blocks', '[quote]x[/quote]', ''],
])('an answer quotes %s', (_, source, quoted) => {
  expect(quotationOf(source, 'Ada')).toBe(`[quote=Ada]\n${quoted}\n[/quote]\n`)
})

test('a name is quoted without what would end the tag', () => {
  expect(quotationOf('x', 'A[d]\na')).toBe('[quote=A d a]\nx\n[/quote]\n')
  expect(quotationOf('x', ']')).toBe('[quote]\nx\n[/quote]\n')
})

test('whatever a post says, any member can answer with its quotation', () => {
  fc.assert(
    fc.property(likelyMarkup, (source) => {
      try {
        parse(source, FULL)
      } catch (error) {
        if (error instanceof MarkupError) return
        throw error
      }
      const { children, mentions } = parse(quotationOf(source, 'Ada'), MEMBER)
      const [quote] = children
      expect(children.filter(({ type }) => type !== 'line-break')).toHaveLength(1)
      expect(quote).toMatchObject({ type: 'quote', name: 'Ada' })
      const inner = quote && 'children' in quote ? quote.children : []
      expect(inner.filter(({ type }) => ['quote', 'mod', 'admin'].includes(type))).toEqual([])
      expect(mentions.length).toBeLessThanOrEqual(parse(source, FULL).mentions.length)
    }),
    { numRuns: 2000 },
  )
})
