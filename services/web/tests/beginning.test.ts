import { emit, parse } from '@agora/shared/markup/index'
import { expect, test } from 'vitest'
import { beginningOf } from '../src/view/beginning.ts'

const grammar = {
  admin: true,
  code: true,
  depth: 4,
  emphasis: true,
  icons: ['smile'],
  links: ['https'],
  mod: true,
  quote: true,
  spoiler: true,
  strikethrough: true,
  strong: true,
}

/** HTML as the API renders it. */
const html = emit(
  parse(
    '**a & b** <i> ||one **two**|| [quote=Ada & "Co"]three\n\n😄 [quote=Ben]_four_[/quote][/quote] :smile: `code <` [text](https://a.example/?a=1&b=2)\n- one\n  1. two\n  2. three\n- four\n# five',
    grammar,
  ),
)

/** The tags that are open at the end; throws if one is closed that is not. */
function openIn(text: string): string[] {
  const open: string[] = []
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)(\w+)[^<>]*>/g)) {
    if (name === 'br') continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) throw new Error(`</${name}> closes another`)
  }
  return open
}

test('the beginning of a text is whole HTML, wherever it is cut', () => {
  expect(openIn(html)).toEqual([])
  for (let length = 0; length < html.length; length += 1) {
    const beginning = beginningOf(html, length) ?? ''
    expect(openIn(beginning)).toEqual([])
    const text = beginning.replaceAll(/<[^<>]*>/g, '')
    expect(text.replaceAll(/&(amp|lt|gt|quot|#\d+);/g, '')).not.toMatch(/[<>&]/)
    expect(beginning.isWellFormed()).toBe(true)
    expect(text.endsWith('…')).toBe(true)
    expect(beginning).not.toMatch(/(?:<[ou]l>|<\/li>)[^<]/)
  }
  expect(beginningOf(html, html.length)).toBeUndefined()
})

test('it is found in linear time, whatever the text is', () => {
  for (const part of ['&', '<', '<b>', '&lt;', '<b '])
    expect(beginningOf(part.repeat(100_000), 99_999)?.length).toBeLessThan(400_000)
})
