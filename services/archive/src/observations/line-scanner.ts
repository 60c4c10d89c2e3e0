import type { TSchema } from 'typebox'
import { JsonText } from './json-text.ts'
import { AS_WRITTEN, type Scan } from './scalar-scanners.ts'
import { scannerOf, textOf } from './scanner.ts'
import { createTimeScanner } from './time-scanner.ts'
import type { RecordType } from './types.ts'

export interface ScannedLine {
  type: RecordType
  /** The game server, or the site; empty if the type has neither. */
  scope: string
  id: string
  at: number
  /** The canonical JSON of each field that was seen, at the field's index in its type. */
  texts: (string | undefined)[]
}

export interface TypeSchemas {
  /** Everything but the type and the time. */
  head: Record<string, TSchema>
  fields: Record<string, TSchema>
}

interface Member {
  prefix: string
  scan: Scan
  /** A field's index; negative for the head's members. */
  place: number
}

interface ScannedType {
  type: RecordType
  members: readonly Member[]
  /** The bits of the required members. */
  required: number
}

const TIME = -1
const ID = -2
const SCOPE = -3

/** The beginning of every line as the exporter writes it. */
const OPENING = '{"type":"'

/** Scans whole lines of these types; undefined if the line must be parsed. See scanner.ts. */
export function createLineScanner(
  types: ReadonlyMap<RecordType, TypeSchemas>,
): (line: string) => ScannedLine | undefined {
  const cursor = new JsonText()
  const scanTime = createTimeScanner()
  const typesByText = new Map(
    [...types].map(([type, { head, fields }]): [string, ScannedType] => [
      type,
      {
        type,
        // The head's members come first, and the time.
        required: 2 ** (Object.keys(head).length + 1) - 1,
        members: [
          ...Object.entries(head).map(([name, schema]) => memberOf(name, schema, name === 'id' ? ID : SCOPE)),
          { prefix: '"retrieved_at":', scan: () => undefined, place: TIME },
          ...Object.entries(fields).map(([name, schema], place) => memberOf(name, schema, place)),
        ],
      },
    ]),
  )

  return (line) => {
    if (!line.startsWith(OPENING)) return undefined
    const known = typesByText.get(line.slice(OPENING.length, line.indexOf('"', OPENING.length)))
    if (!known) return undefined
    const { type, members, required } = known
    cursor.text = line
    cursor.at = OPENING.length + type.length + 1
    const scanned: ScannedLine = { type, scope: '', id: '', at: -1, texts: [] }
    let expected = 0
    let seen = 0
    while (cursor.takeText(',')) {
      const index = find(members, expected, cursor)
      if (index < 0 || (seen & (1 << index)) !== 0) return undefined
      seen |= 1 << index
      expected = index + 1
      const { scan, place } = members[index]!
      const from = cursor.at
      if (place === TIME) {
        const at = scanTime(cursor)
        if (at === undefined) return undefined
        scanned.at = at
        continue
      }
      const value = scan(cursor)
      if (value === undefined) return undefined
      const text = textOf(cursor, from, value)
      if (value !== AS_WRITTEN && !isFlat(text)) return undefined
      if (place >= 0) scanned.texts[place] = text
      else if (place === ID) scanned.id = ownText(text.slice(1, -1))
      else scanned.scope = text.startsWith('"') ? text.slice(1, -1) : text
    }
    const isWhole = cursor.takeText('}') && (cursor.at === line.length || line.slice(cursor.at) === '\r')
    return isWhole && (seen & required) === required ? scanned : undefined
  }
}

const memberOf = (name: string, schema: TSchema, place: number): Member => ({
  prefix: `${JSON.stringify(name)}:`,
  scan: scannerOf(schema),
  place,
})

/**
 * Flattens a text that was concatenated from many pieces, which V8 does when it must read it, here to find that it is
 * not a number: otherwise the pieces would live as long as it does, and every copy or comparison would traverse them
 * again.
 */
const isFlat = (text: string): boolean => Number.isNaN(Number(text))

/**
 * A text cut out of a line would keep the whole line in memory; so it is copied, unless V8 copies short ones anyway.
 */
const ownText = (text: string): string =>
  text.length < 13 ? text : Buffer.from(text, 'latin1').toString('latin1')

/** Finds the member that begins here; first tries those after the last one, the usual order. */
function find(members: readonly Member[], expected: number, cursor: JsonText): number {
  for (let index = expected; index < members.length; index++) {
    if (cursor.takeText(members[index]!.prefix)) return index
  }
  for (let index = 0; index < expected; index++) {
    if (cursor.takeText(members[index]!.prefix)) return index
  }
  return -1
}
