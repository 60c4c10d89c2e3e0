import type { TSchema } from 'typebox'
import { byLengthThenText } from './encoder.ts'
import type { JsonText } from './json-text.ts'

/**
 * Reads valid values off the text of a line, at a fraction of what parsing, validating and writing them again costs.
 * Scanners know the plain ways to write a value only: whatever else there is (spaces, escapes, exponents, keys out of
 * order, anything invalid) they do not judge, and the line is parsed and validated instead.
 *
 * Passes over a value. Answers its canonical JSON, AS_WRITTEN where that is the very text that was passed over, and
 * undefined where it does not judge; the cursor is anywhere then.
 */
export type Scan = (cursor: JsonText) => string | undefined
export const AS_WRITTEN = ''

/** The canonical JSON of what was scanned from `from` on. */
export const textOf = (cursor: JsonText, from: number, scanned: string) =>
  scanned === AS_WRITTEN ? cursor.text.slice(from, cursor.at) : scanned

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const BACKSLASH = 0x5c

/** Of a digit. */
export const isDigit = (code: number) => code >= ZERO && code <= NINE

interface Keywords {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, TSchema>
  propertyNames?: TSchema
  additionalProperties?: TSchema
  items?: TSchema
  isSet?: boolean
}

/** The scanner of a schema's values; one that judges nothing where the schema says what scanners do not know. */
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

const unjudged: Scan = () => undefined

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

function oneOf(values: readonly unknown[]): Scan {
  const texts = values.map((value) => JSON.stringify(value))
  return (cursor) => {
    for (const text of texts) if (cursor.takeText(text)) return AS_WRITTEN
    return undefined
  }
}

/** Up to fifteen digits, all of which a double holds. */
function integerBetween({ minimum = -Infinity, maximum = Infinity }: Keywords): Scan {
  return (cursor) => {
    const isNegative = cursor.take(MINUS)
    const from = cursor.at
    let value = 0
    for (;;) {
      const code = cursor.text.charCodeAt(cursor.at)
      if (!(code >= ZERO && code <= NINE)) break
      value = value * 10 + code - ZERO
      cursor.at++
    }
    const digits = cursor.at - from
    if (digits === 0 || digits > 15) return undefined
    if (cursor.text.charCodeAt(from) === ZERO && (digits > 1 || isNegative)) return undefined
    if (isNegative) value = -value
    return value >= minimum && value <= maximum ? AS_WRITTEN : undefined
  }
}

const plainNumber: Scan = (cursor) => {
  const from = cursor.at
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.at)
    if (!((code >= ZERO && code <= NINE) || code === MINUS || code === 0x2e)) break
    cursor.at++
  }
  const text = cursor.text.slice(from, cursor.at)
  return text !== '' && text.length <= 16 && String(Number(text)) === text ? AS_WRITTEN : undefined
}

/** What stands in a string as it is; half a surrogate pair is left to others to judge, and so is a whole one. */
const isPlain = (code: number) => code >= 0x20 && code !== BACKSLASH && !(code >= 0xd800 && code <= 0xdfff)

function stringScanner({ pattern, format, minLength = 0, maxLength = Infinity }: Keywords): Scan {
  if (pattern === undefined && format !== 'text') return unjudged
  const isFit = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return (cursor) => {
    const { text } = cursor
    if (!cursor.take(QUOTE)) return undefined
    const from = cursor.at
    let at = from
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
      if (!isPlain(code)) return undefined
    }
    cursor.at = at + 1
    const isValid =
      at - from >= minLength && at - from <= maxLength && isFit?.test(text.slice(from, at)) !== false
    return isValid ? AS_WRITTEN : undefined
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
      // Mostly they stand as they are declared.
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
 * Keys in their canonical order only: of numbers the rising ones that are array indices without doubt, of names, none
 * of which begins with a digit, those in the order of their text.
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
