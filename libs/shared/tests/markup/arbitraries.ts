import fc from 'fast-check'
import { USER_ID } from './grammar.ts'

/** The markup's own tokens, halves of them, and typical hostile input. */
const PIECES = [
  ...['**', '_', '~~', '||', '*', '~', '|', '***', '`', '``', '```', '\n```\n', '\n```js\n'],
  ...['[', ']', '(', ')', '](', '](https://x.example/)', '](javascript:x)', '[a](http://y.example/_b_)'],
  ...['https://x.example/a_b', 'http://', '://', 'https://u@x.example', 'https://x.example/(a)'],
  ...[':', ':smile:', ':eye_roll:', ':skull:', '@', '@{', '}', `@{${USER_ID}}`, '\\', '\\\\'],
  ...[
    '\n- ',
    '\n  - ',
    '\n 1. ',
    '\r2. ',
    '\r\n# ',
    '\n### ',
    '\n> ',
    '\n> > ',
    '\n>',
    '- ',
    '  ',
    '> - ',
    '\\- ',
    '1\\. ',
  ],
  ...['\n', '\r\n', '\r', '\n\n', ' ', '\t', 'a', 'word', 'é', '漢', '🙂', '0'],
  ...['<', '>', '&', '"', "'", '&amp;', '<script>', '</strong>', '"><img src=x onerror=y>', '<!--'],
]

const TAG_PIECES = ['[quote]', '[/quote]', '[quote=Ann]', '[quote=', '[mod]', '[/mod]', '[admin]', '[/admin]']

/** Any text without the refused characters. */
const plainText = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((text) => text.replace(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, ''))

const flat = fc
  .array(
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: plainText }),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(''))

/** Sources whose block tags are balanced except inside code: most of them parse. */
export const likelyMarkup: fc.Arbitrary<string> = fc.letrec<{ block: string; content: string }>((tie) => ({
  block: fc
    .tuple(fc.constantFrom('[quote]', '[quote=A <b> "c"]', '[mod]', '[admin]'), tie('content'))
    .map(([tag, content]) => `${tag}${content}[/${/[a-z]+/.exec(tag)![0]}]`),
  content: fc
    .array(fc.oneof({ depthSize: 'small', maxDepth: 4 }, flat, tie('block')), { maxLength: 4 })
    .map((parts) => parts.join('')),
})).content

/** Anything at all: tags in any order, control characters, halves of surrogate pairs. */
export const anySource: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.constantFrom(...PIECES, ...TAG_PIECES, '\0', '\ud800', '\u0085'), { maxLength: 60 })
    .map((p) => p.join('')),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  likelyMarkup,
)

/** Text that is unchanged once all markup in it is escaped. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(plainText, fc.constantFrom(...PIECES, ...TAG_PIECES)), { minLength: 1, maxLength: 20 })
  .map((pieces) => pieces.join('').trim())
  .filter((text) => text !== '')
