import {
  emit,
  MAX_HTML_LENGTH,
  MarkupError,
  type MarkupFault,
  parse,
  RenderTooLarge,
  render,
} from '@agora/shared/markup/index'
import { describe, expect, test } from 'vitest'
import { FULL, MEMBER, USER_ID } from './grammar.ts'

function fault(source: string, grammar = FULL): [MarkupFault, number] | undefined {
  try {
    parse(source, grammar)
    return undefined
  } catch (error) {
    if (error instanceof MarkupError) return [error.fault, error.offset]
    throw error
  }
}

const nested = (depth: number) => `${'[quote]'.repeat(depth)}a${'[/quote]'.repeat(depth)}`

describe('a source that is not markup is refused, with the place', () => {
  test.each<[string, MarkupFault, number]>([
    ['a [quote]b', 'block-not-closed', 2],
    ['[quote][mod]b[/mod]', 'block-not-closed', 0],
    ['a [/quote]', 'block-not-opened', 2],
    ['[quote][mod]a[/quote][/mod]', 'block-not-opened', 13],
    ['[quote]`[/quote]`', 'block-not-closed', 0],
    [nested(5), 'block-too-deep', 28],
    ['', 'empty', 0],
    [' \r\n\t\u00a0', 'empty', 0],
    ['a\0', 'forbidden-character', 1],
    ['`\u0007`', 'forbidden-character', 1],
    ['a\u001b[0m', 'forbidden-character', 1],
    ['a\u007f', 'forbidden-character', 1],
    ['a\u0085', 'forbidden-character', 1],
    ['a\ud83d', 'forbidden-character', 1],
    ['\ude42a', 'forbidden-character', 0],
  ])('%j', (source, expected, offset) => {
    expect(fault(source)).toEqual([expected, offset])
  })

  test.each(['admin', 'mod', 'quote'] as const)('a denied [%s]', (kind) => {
    expect(fault(` [${kind}]a[/${kind}]`, { ...FULL, [kind]: false })).toEqual(['block-denied', 1])
  })
})

test('the deepest nesting the grammar allows is accepted', () => {
  expect(fault(nested(4))).toBeUndefined()
  expect(fault(nested(1), { ...FULL, depth: 0 })).toEqual(['block-too-deep', 0])
})

test('a member may show the tags that only others may use', () => {
  expect(fault('`[admin]` and \\[mod]', MEMBER)).toBeUndefined()
})

describe('HTML longer than the limit', () => {
  test('is refused, at the limit it is not', () => {
    const fits = 'a'.repeat(MAX_HTML_LENGTH)
    expect(render(fits, FULL).html).toBe(fits)
    expect(() => render(`${fits}a`, FULL)).toThrow(RenderTooLarge)
  })

  test('counts tags and what escaping adds', () => {
    const document = parse('**&**', FULL)
    const length = '<strong>&amp;</strong>'.length
    expect(emit(document, { limit: length })).toHaveLength(length)
    expect(() => emit(document, { limit: length - 1 })).toThrow(RenderTooLarge)
  })

  test('is possible for a source within its own limit', () => {
    const source = ':smile:'.repeat(9362)
    expect(source.length).toBeLessThanOrEqual(65_536)
    expect(() => render(source, FULL)).toThrow(RenderTooLarge)
  })

  test('stops the emitter at the limit', () => {
    const asked: string[] = []
    const document = parse(`@{${USER_ID}} `.repeat(1000), FULL)
    const mention = (id: string) => {
      asked.push(id)
      return 'Ann'
    }
    expect(() => emit(document, { limit: 1000, mention })).toThrow(RenderTooLarge)
    expect(asked.length).toBeLessThan(20)
  })
})
