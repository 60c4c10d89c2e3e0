import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createObservationReader } from '../src/observations/reader.ts'
import { sampleLines } from '../src/sample/generate.ts'
import { games } from './support/database.ts'

const reader = createObservationReader(games)
const other = createObservationReader(games)

const samples = [...sampleLines({ seed: 5, observations: 400, subjects: 20, games })]

/** How many keys a line has at all depths, as JavaScript reads it and as written. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce((sum: number, one) => sum + keysOf(one), 0)
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length)
}
const strings = /"(?:[^"\\]|\\.)*"/g
const keysWritten = (line: string) => line.replaceAll(strings, '').split(':').length - 1

/** What a line must be read as, by JSON.parse: its canonical line, or the reason why it is invalid. */
function expected(line: string): ReturnType<typeof reader.read> | RegExp {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return /./
  }
  if (keysOf(value) !== keysWritten(line)) return /./
  return other.read(JSON.stringify(value, null, 1).replaceAll('\n', '\r\n'))
}

function expectToBeRead(line: string): void {
  const read = reader.read(line)
  const wanted = expected(line)
  if (wanted instanceof RegExp) expect(read, line).toMatch(wanted)
  else expect(read, line).toEqual(wanted)
}

/** Texts that occur in lines, and similar ones. */
const pieces = fc.constantFrom(
  ...[
    '"',
    '\\',
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    ' ',
    '\t',
    '\r',
    '0',
    '1',
    '-',
    '.',
    'e5',
    '1e3',
    'null',
    'true',
  ],
  ...['9007199254740993', '99999999999999999999', '""', '"a":1', '"1":2,', '"10":2,"9":1', '"__proto__":1,'],
  ...[
    '\\u0000',
    '\\ud800',
    '\u{1F995}',
    '\u007f',
    'é',
    'Ł',
    '\u00a0',
    '"coins":1,',
    '"links":[],',
    'T24:00',
    '-02-30',
  ],
)

describe('the reader', () => {
  test('reads every line of a sample, however it is written', () => {
    for (const line of samples) {
      expect(reader.read(line), line).toBeTypeOf('object')
      expectToBeRead(line)
      const escaped = line.replaceAll(strings, (string) => string.replaceAll('a', '\\u0061'))
      expect(reader.read(escaped)).toEqual(reader.read(line))
    }
  })

  test('reads altered lines exactly as JSON.parse would', () => {
    const line = fc.constantFrom(...samples)
    const place = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(line, place, place, pieces, fc.boolean(), (text, from, to, piece, isLong) => {
        const start = Math.floor(from * text.length)
        const end = isLong ? Math.floor(to * text.length) : start + Math.floor(to * 3)
        for (const changed of [
          text.slice(0, start) + piece + text.slice(start),
          text.slice(0, start) + piece + text.slice(Math.max(start, end)),
          text.slice(0, start) + text.slice(Math.max(start, end)),
        ])
          expectToBeRead(changed)
      }),
      { numRuns: 3_000 },
    )
  })

  test('members in any order are the same observation', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.infiniteStream(fc.nat()), (text, order) => {
        const shuffle = (value: unknown): unknown => {
          if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
          const entries = Object.entries(value).map(([key, inner]) => ({
            key,
            inner,
            rank: order.next().value,
          }))
          entries.sort((a, b) => a.rank - b.rank)
          return Object.fromEntries(entries.map(({ key, inner }) => [key, shuffle(inner)]))
        }
        const { type, ...others } = JSON.parse(text)
        const turned = JSON.stringify({ type, ...(shuffle(others) as object) })
        expect(reader.read(turned)).toEqual(reader.read(text))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '2024-02-29T23:59:59.999Z',
    '2023-02-29T00:00:00.000Z',
    '2024-01-01T24:00:00.000Z',
    '2024-01-01T23:60:00.000Z',
    '2024-12-31T23:59:60.000Z',
    '2024-13-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '2024-01-01T00:00:00Z',
    '2024-01-01t00:00:00.000z',
    '2024-01-01T00:00:00.0001Z',
    '2024-01-01T01:00:00.000+01:00',
    '+02024-01-01T00:00:00.000Z',
    '-',
    '-xxxxxxxxxT00:00:00.000Z',
    '',
  ])('the time %j', (retrieved_at) => {
    const line = JSON.stringify({ type: 'GameCUser', id: '1', retrieved_at })
    expectToBeRead(line)
  })
})
