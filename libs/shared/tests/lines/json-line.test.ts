import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableLines } from '../../src/cli/printable.ts'
import { jsonLine } from '../../src/lines/json-line.ts'

const anything = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'a"\\\n\r\t\0\u001b\u007f\u0085\u009b\u2028\u2029\u202e\ud800\udc00😀é'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

/** Lines as some readers split them: at each of Unicode's line ends (docling-project/docling#4242). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what ends lines.
const LINE_ENDS = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/

test('a line of JSON is one line to every reader, has nothing that a terminal obeys, and says the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 4 }), async (values) => {
      const text = values.map((value) => jsonLine({ value })).join('')
      expect(text.split(LINE_ENDS)).toHaveLength(values.length + 1)
      expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|\p{Bidi_Control}/u)
      const read: unknown[] = []
      for await (const line of createInterface({
        input: Readable.from([text]),
        crlfDelay: Number.POSITIVE_INFINITY,
      }))
        read.push(JSON.parse(line).value)
      expect(read).toEqual(values)
    }),
  )
})

test('what is printed on a terminal is one line, and does nothing to it', () => {
  fc.assert(
    fc.property(anything, (value) => {
      expect(printable(value)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      expect(printableLines(value).split('\n').map(printable)).toEqual(value.split('\n').map(printable))
      expect(printableLines(value).replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    }),
  )
})
