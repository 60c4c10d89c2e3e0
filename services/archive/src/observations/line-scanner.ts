import type { TSchema } from 'typebox'
import { JsonText } from './json-text.ts'
import { AS_WRITTEN, type Scan } from './scalar-scanners.ts'
import { scannerOf, textOf } from './scanner.ts'
import { createTimeScanner } from './time-scanner.ts'
import type { RecordType } from './types.ts'

export interface ScannedLine {
  type: RecordType
  /** The game server, or the site; empty where the type has neither. */
  scope: string
  id: string
  at: number
  /** The canonical JSON of each field that was seen, at its place among the type's fields. */
  texts: (string | undefined)[]
}

export interface TypeSchemas {
  /** All of it but the type and the time. */
  head: Record<string, TSchema>
  fields: Record<string, TSchema>
}

interface Member {
  prefix: string
  scan: Scan
  /** Of a field its place; of the head's members below zero. */
  place: number
}

interface ScannedType {
  type: RecordType
  members: readonly Member[]
  /** The bits of the members that must be there. */
  required: number
}

const TIME = -1
const ID = -2
const SCOPE = -3

/** What begins every line that is written as the exporter writes it. */
const OPENING = '{"type":"'

/** Scans whole lines of these types; undefined: the line is to be parsed. See scanner.ts. */
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
        // The members of the head stand first, and the time.
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
 * Makes one piece of an object's or a list's text that was put together of many, as V8 does when it has to read one,
 * here to find that it is no number: as long as it lives the pieces would, and whoever copies or compares it would go
 * through them again.
 */
const isFlat = (text: string): boolean => Number.isNaN(Number(text))

/** A text that was cut out of a line keeps all of it in memory: a copy of one that is not short enough to be one. */
const ownText = (text: string): string =>
  text.length < 13 ? text : Buffer.from(text, 'latin1').toString('latin1')

/** Which member begins here; first those that come after the last one, as they mostly do. */
function find(members: readonly Member[], expected: number, cursor: JsonText): number {
  for (let index = expected; index < members.length; index++) {
    if (cursor.takeText(members[index]!.prefix)) return index
  }
  for (let index = 0; index < expected; index++) {
    if (cursor.takeText(members[index]!.prefix)) return index
  }
  return -1
}
