import type { TSchema } from 'typebox'
import { byLengthThenText } from './encoder.ts'
import type { JsonText } from './json-text.ts'
import {
  AS_WRITTEN,
  integerBetween,
  isDigit,
  oneOf,
  plainNumber,
  type ScalarKeywords,
  type Scan,
  stringScanner,
  unjudged,
} from './scalar-scanners.ts'

/** The canonical JSON of what was scanned from `from` on. */
export const textOf = (cursor: JsonText, from: number, scanned: string) =>
  scanned === AS_WRITTEN ? cursor.text.slice(from, cursor.at) : scanned

const COMMA = 0x2c
const COLON = 0x3a
const ZERO = 0x30
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

interface Keywords extends ScalarKeywords {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  propertyNames?: TSchema
  additionalProperties?: TSchema
  items?: TSchema
  isSet?: boolean
}

/**
 * The scanner for a schema's values. It may give up at any time, and always does if the schema has anything unknown to
 * scanners: the parser is the reference.
 */
export function scannerOf(schema: TSchema): Scan {
  const { type, properties, propertyNames, additionalProperties, items, isSet, ...rest } = schema as Keywords
  if (rest.anyOf) return eitherOf(rest.anyOf.map(scannerOf))
  if (rest.enum) return oneOf(rest.enum)
  if (rest.const !== undefined) return oneOf([rest.const])
  if (type === 'null') return oneOf([null])
  if (type === 'boolean') return oneOf([true, false])
  if (type === 'integer') return integerBetween(rest)
  if (type === 'number') return plainNumber
  if (type === 'string') return stringScanner(rest)
  if (properties) return objectScanner(properties)
  if (propertyNames && additionalProperties) return mapScanner(propertyNames, scannerOf(additionalProperties))
  if (items) return isSet ? setScanner(items) : listScanner(scannerOf(items))
  return unjudged
}

function eitherOf(scans: readonly Scan[]): Scan {
  return (cursor) => {
    const from = cursor.at
    for (const scan of scans) {
      const scanned = scan(cursor)
      if (scanned !== undefined) return scanned
      cursor.at = from
    }
    return undefined
  }
}

/** All members, in any order; they are written in the order of their keys. */
function objectScanner(properties: Record<string, TSchema>): Scan {
  const members = Object.keys(properties).map((key) => ({
    prefix: `${JSON.stringify(key)}:`,
    scan: scannerOf(properties[key]!),
  }))
  const order = Object.keys(properties)
    .map((key, index) => ({ key, index }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const pieces = order.map(({ key, index }, place) => ({
    index,
    prefix: `${place === 0 ? '{' : ','}${JSON.stringify(key)}:`,
  }))
  const isOrdered = order.every(({ index }, place) => index === place)
  const count = members.length
  return (cursor) => {
    const values: string[] = new Array(count)
    let asWritten = isOrdered
    if (!cursor.take(OPEN_OBJECT)) return undefined
    for (let read = 0; read < count; read++) {
      if (read > 0 && !cursor.take(COMMA)) return undefined
      let index = read
      // They usually come as declared.
      if (!cursor.takeText(members[index]!.prefix)) {
        index = members.findIndex(({ prefix }) => cursor.takeText(prefix))
        if (index < 0) return undefined
        asWritten = false
      }
      if (values[index] !== undefined) return undefined
      const from = cursor.at
      const scanned = members[index]!.scan(cursor)
      if (scanned === undefined) return undefined
      if (scanned !== AS_WRITTEN) asWritten = false
      values[index] = textOf(cursor, from, scanned)
    }
    if (!cursor.take(CLOSE_OBJECT)) return undefined
    if (asWritten) return AS_WRITTEN
    let text = ''
    for (const { index, prefix } of pieces) text += prefix + values[index]
    return `${text}}`
  }
}

const LARGEST_INDEX_DIGITS = 9

/**
 * Keys in canonical order only: ascending numbers that are clearly array indices, then names, none of which begins with
 * a digit, in the order of their text.
 */
function mapScanner(names: TSchema, scan: Scan): Scan {
  const scanName = scannerOf(names)
  return (cursor) => {
    if (!cursor.take(OPEN_OBJECT)) return undefined
    if (cursor.take(CLOSE_OBJECT)) return AS_WRITTEN
    let last = ''
    do {
      const from = cursor.at + 1
      if (scanName(cursor) === undefined) return undefined
      const name = cursor.text.slice(from, cursor.at - 1)
      const first = name.charCodeAt(0)
      if (isDigit(first)) {
        if (name.length > LARGEST_INDEX_DIGITS || (first === ZERO && name.length > 1)) return undefined
        if (last !== '' && name.length <= last.length && !(name.length === last.length && name > last))
          return undefined
      } else if (name <= last) return undefined
      last = name
      if (!cursor.take(COLON) || scan(cursor) !== AS_WRITTEN) return undefined
    } while (cursor.take(COMMA))
    return cursor.take(CLOSE_OBJECT) ? AS_WRITTEN : undefined
  }
}

function listScanner(scan: Scan): Scan {
  return (cursor) => {
    const start = cursor.at
    if (!cursor.take(OPEN_LIST)) return undefined
    if (cursor.take(CLOSE_LIST)) return AS_WRITTEN
    let built: string | undefined
    do {
      const from = cursor.at
      const scanned = scan(cursor)
      if (scanned === undefined) return undefined
      if (built !== undefined) built += `,${textOf(cursor, from, scanned)}`
      else if (scanned !== AS_WRITTEN) built = cursor.text.slice(start, from) + scanned
    } while (cursor.take(COMMA))
    if (!cursor.take(CLOSE_LIST)) return undefined
    return built === undefined ? AS_WRITTEN : `${built}]`
  }
}

/** Items in any order; they are written in ascending order, each once. */
function setScanner(items: TSchema): Scan {
  const scan = scannerOf(items)
  return (cursor) => {
    if (!cursor.take(OPEN_LIST)) return undefined
    if (cursor.take(CLOSE_LIST)) return AS_WRITTEN
    const texts: string[] = []
    let isRising = true
    do {
      const from = cursor.at
      if (scan(cursor) !== AS_WRITTEN) return undefined
      const text = cursor.text.slice(from, cursor.at)
      const last = texts.at(-1)
      if (last !== undefined && byLengthThenText(last, text) >= 0) isRising = false
      texts.push(text)
    } while (cursor.take(COMMA))
    if (!cursor.take(CLOSE_LIST)) return undefined
    return isRising ? AS_WRITTEN : `[${[...new Set(texts)].sort(byLengthThenText).join()}]`
  }
}
