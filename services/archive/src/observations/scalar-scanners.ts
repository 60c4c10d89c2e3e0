import type { JsonText } from './json-text.ts'

/**
 * Reads valid values directly from a line's text, at a fraction of the cost of parsing, validating and writing them
 * again. Scanners know only the plain ways to write a value: for anything else (spaces, escapes, exponents, keys out of
 * order, anything invalid) they give up, and the line is parsed and validated instead.
 *
 * Skips a value. Returns its canonical JSON, AS_WRITTEN if that is exactly the skipped text, or undefined if it gives
 * up; the cursor may then be anywhere.
 */
export type Scan = (cursor: JsonText) => string | undefined
export const AS_WRITTEN = ''

const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c

export const isDigit = (code: number) => code >= ZERO && code <= NINE

/** The keywords of schemas for scalars. */
export interface ScalarKeywords {
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export const unjudged: Scan = () => undefined

export function oneOf(values: readonly unknown[]): Scan {
  const texts = values.map((value) => JSON.stringify(value))
  return (cursor) => {
    for (const text of texts) if (cursor.takeText(text)) return AS_WRITTEN
    return undefined
  }
}

/** Up to fifteen digits, which a double represents exactly. */
export function integerBetween({ minimum = -Infinity, maximum = Infinity }: ScalarKeywords): Scan {
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

export const plainNumber: Scan = (cursor) => {
  const from = cursor.at
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.at)
    if (!((code >= ZERO && code <= NINE) || code === MINUS || code === 0x2e)) break
    cursor.at++
  }
  const text = cursor.text.slice(from, cursor.at)
  return text !== '' && text.length <= 16 && String(Number(text)) === text ? AS_WRITTEN : undefined
}

/** What a string contains unescaped; surrogates, paired or not, are left to the parser. */
const isPlain = (code: number) => code >= 0x20 && code !== BACKSLASH && !(code >= 0xd800 && code <= 0xdfff)

export function stringScanner({
  pattern,
  format,
  minLength = 0,
  maxLength = Infinity,
}: ScalarKeywords): Scan {
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
