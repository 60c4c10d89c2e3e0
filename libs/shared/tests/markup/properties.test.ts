import {
  coverSpoilers,
  excerptOf,
  lookedAt,
  MarkupError,
  plainText,
  RenderTooLarge,
  render,
} from '@agora/shared/markup/index'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySource, anyText, likelyMarkup } from './arbitraries.ts'
import { FULL, MEMBER, PLAIN } from './grammar.ts'
import { checkStructure, type Piece, readHtml, type Tag, textOf } from './html.ts'

/** Marks the start of a quote's name; no valid source contains it. */
const NAME = '\u0001'
const RUNS = { numRuns: 2000 }

/** The HTML of a source; undefined if it is refused with one of the two documented errors. */
function tryRender(source: string, grammar = FULL): string | undefined {
  try {
    return render(source, grammar).html
  } catch (error) {
    if (error instanceof MarkupError || error instanceof RenderTooLarge) return undefined
    throw error
  }
}

/** A source that renders to this HTML; other spellings of the same exist. */
function unrender(pieces: readonly Piece[]): string {
  const closings: string[] = []
  const write = (tag: Tag): string => {
    if (tag.kind === 'close') return closings.pop()!
    const [opening, closing] = marksOf(tag)
    if (tag.name !== 'br') closings.push(closing)
    return opening
  }
  const source = pieces.map((piece) => (typeof piece === 'string' ? piece : write(piece))).join('')
  return source.replaceAll(`[quote]${NAME}`, '[quote=')
}

function marksOf({ name, attributes }: Tag): [opening: string, closing: string] {
  const className = attributes.get('class') ?? ''
  if (name === 'strong') return ['**', '**']
  if (name === 'em') return ['_', '_']
  if (name === 'del') return ['~~', '~~']
  if (className === 'mkt-spoiler') return ['||', '||']
  if (name === 'a') return ['[', `](${attributes.get('href')})`]
  if (name === 'blockquote') return ['\n[quote]', '[/quote]\n']
  if (name === 'cite') return [NAME, ']']
  if (name === 'div') return [`[${className.slice(4)}]`, `[/${className.slice(4)}]`]
  if (name === 'br') return ['\n', '']
  if (name === 'li') return ['\n- ', '\n']
  if (/^h\d$/.test(name)) return [`\n${'#'.repeat(Number(name[1]) - 2)} `, '\n']
  if (name === 'code') return [className.replace('language-', ''), '']
  return ['', '']
}

/**
 * Removes what has no effect on the HTML: escapes, whitespace, fence lengths, the case of an id, the marks of lines; and
 * what may be written in two ways: quotes without a name, and links whose text is their address.
 */
function normalize(text: string): string {
  return text
    .replaceAll(/\[(https?:[^[\]]*)\]\(\1\)/gi, '$1')
    .replace(/[\s\\`]/gu, '')
    .replaceAll('[quote=]', '[quote]')
    .replaceAll(/\[\/?quote\]|[-#>.\d]/g, '')
    .toLowerCase()
}

test('every source becomes allowed, balanced HTML or a typed error', () => {
  fc.assert(
    fc.property(anySource, fc.constantFrom(FULL, MEMBER, PLAIN), (source, grammar) => {
      const html = tryRender(source, grammar)
      if (html !== undefined) checkStructure(readHtml(html))
    }),
    RUNS,
  )
})

/** A fence with words behind its language, which are for other programs and shown nowhere. */
const WORDY_FENCE = /```[^\S\r\n]*[^\s`]+[^\S\r\n]+[^\s`]/

test('nothing that was written is lost, reordered or added to', () => {
  let rendered = 0
  fc.assert(
    fc.property(likelyMarkup, (source) => {
      const html = tryRender(source)
      fc.pre(html !== undefined && !WORDY_FENCE.test(source))
      rendered += 1
      const pieces = readHtml(html)
      checkStructure(pieces)
      expect(normalize(unrender(pieces))).toBe(normalize(source))
    }),
    RUNS,
  )
  expect(rendered).toBeGreaterThanOrEqual(RUNS.numRuns)
})

test('a text with its markup escaped reads as itself', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = text
        .replace(/[\\`*_~|[\]():@{}]/g, '\\$&')
        .replace(/(?<=^|[\r\n])([ \t]*)((?:-|#{1,3})(?=[ \t])|>(?=[\s>]|$))/g, '$1\\$2')
        .replace(/(?<=^|[\r\n])([ \t]*\d{1,9})\.(?=[ \t])/g, '$1\\.')
      const pieces = readHtml(render(escaped, FULL).html)
      expect(pieces.every((piece) => typeof piece === 'string' || piece.name === 'br')).toBe(true)
      expect(textOf(pieces)).toBe(text.replace(/\r\n?/g, '\n'))
    }),
    RUNS,
  )
})

test('what a spoiler hides is hidden whatever its lines begin with', () => {
  const begins = fc.constantFrom('', '- ', '  - ', '1. ', '# ', '> ', '> > ', '> - ', '  ', '>')
  const lines = fc.array(fc.tuple(begins, fc.constantFrom('\n', '\r\n', '\n\n')), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(begins, lines, lines, (before, hidden, shown) => {
      const write = (word: string, parts: [string, string][]) =>
        parts.map(([begin, end]) => `${end}${begin}${word}`).join('')
      const pieces = readHtml(
        render(`${before}||${write('hidden', hidden)}||${write('shown', shown)}`, FULL).html,
      )
      checkStructure(pieces)
      let isCovered = false
      for (const piece of pieces) {
        if (typeof piece === 'string') {
          if (piece.includes('hidden')) expect(isCovered).toBe(true)
          if (piece.includes('shown')) expect(isCovered).toBe(false)
        } else if (piece.name === 'span') isCovered = piece.kind === 'open'
      }
    }),
    RUNS,
  )
})

test('a grammar without markup shows the source unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const html = tryRender(text, PLAIN)
      fc.pre(html !== undefined && !text.includes('\\'))
      expect(textOf(readHtml(html))).toBe(text.replace(/\r\n?/g, '\n'))
    }),
    RUNS,
  )
})

test('nothing between the marks of a spoiler is shown, whatever stays open before it, whichever lines it is on', () => {
  const noise = ['**', '_', '~~', '[', 'word', '** ', ' _', '](https://x.example)', ':smile:', '`a`']
  const begins = ['\n- ', '\n  - ', '\n1. ', '\n# ', '\n> ', '\n> - ', '\n', '\n\n']
  /** Whatever it leaves open, the next line of a list ends it. */
  const line = fc
    .tuple(fc.constantFrom(...begins.slice(0, 6)), fc.shuffledSubarray(noise))
    .map(([begin, some]) => begin + some.join(''))
  const filler = fc.array(line, { maxLength: 3 }).map((lines) => lines.join(''))
  const hidden = fc
    .array(fc.constantFrom(...noise, ...begins, 'secret', 'secret', 'secret'), {
      minLength: 1,
      maxLength: 10,
    })
    .map((parts) => `||secret${parts.join('')} secret||`)
  fc.assert(
    fc.property(fc.array(fc.tuple(filler, hidden), { minLength: 1, maxLength: 4 }), (parts) => {
      const source = parts.map(([before, spoiler]) => `${before}\n- ${spoiler}`).join('')
      const { html } = render(source, FULL)
      checkStructure(readHtml(html))
      expect(coverSpoilers(html)).not.toContain('secret')
      expect(plainText(coverSpoilers(html))).not.toContain('secret')
      expect(excerptOf(html, 200)).not.toContain('secret')
    }),
    RUNS,
  )
})

test('an excerpt is how the text begins without what is hidden, and reads no more than it says', () => {
  fc.assert(
    fc.property(anySource, fc.integer({ min: 2, max: 60 }), (source, most) => {
      const html = tryRender(source)
      fc.pre(html !== undefined)
      const text = plainText(coverSpoilers(html)).replace(/\s+/g, ' ').trim()
      const excerpt = excerptOf(html, most)
      expect(excerpt === text || (excerpt.endsWith('…') && text.startsWith(excerpt.slice(0, -1)))).toBe(true)
      expect([[...excerpt].length <= most, excerpt.isWellFormed()]).toEqual([true, true])
      expect(excerptOf(html.slice(0, lookedAt(most) + 1), most)).toBe(excerpt)
    }),
    RUNS,
  )
})

test.each([
  ['a long text', '<p>one two</p><p>three four</p>', 'one two…'],
  ['one that just fits', '<p>one two</p><p>th</p>', 'one two th'],
  ['blocks beyond what is read', `one<br>${'<br>'.repeat(70_000)}two`, 'one…'],
  ['a tag beyond it', `one <a href="https://x.example/${'x'.repeat(244_000)}">two</a>`, 'one…'],
  ['an escape across it', `${'<br>'.repeat(12)}&quot;one`, '…'],
  ['pairs across it', '😀'.repeat(130_000), `${'😀'.repeat(9)}…`],
  ['blanks', `<pre><code>${' '.repeat(244_000)}x</code></pre>`, '…'],
  [
    'a spoiler that goes beyond it',
    `one <span class="mkt-spoiler">${'secret '.repeat(35_000)}</span>`,
    'one…',
  ],
  ['spoilers in spoilers', '<span class="mkt-spoiler">'.repeat(9_000), '…'],
])('an excerpt of %s', (_, html, excerpt) => expect(excerptOf(html, 10)).toBe(excerpt))
