import type { JsonText } from './json-text.ts'
import { isDigit } from './scalar-scanners.ts'

const QUOTE = 0x22
const COLON = 0x3a
const ZERO = 0x30

const TIME_LENGTH = 24

/** Reads `"2024-01-01T00:00:00.000Z"`, the contract's form of times, as milliseconds. */
export function createTimeScanner(): (cursor: JsonText) => number | undefined {
  // Neighbouring observations are mostly of one day. The initial value occurs in no line.
  let day = '\n'
  let base = 0
  return (cursor) => {
    const from = cursor.at + 1
    if (!cursor.take(QUOTE)) return undefined
    const { text } = cursor
    if (!text.startsWith(day, from)) {
      const candidate = text.slice(from, from + 10)
      const midnight = `${candidate}T00:00:00.000Z`
      const ms = Date.parse(midnight)
      if (Number.isNaN(ms) || new Date(ms).toISOString() !== midnight) return undefined
      day = candidate
      base = ms
    }
    const number = (at: number, end: number) => {
      let value = 0
      for (let index = from + at; index < from + end; index++) {
        const code = text.charCodeAt(index)
        if (!isDigit(code)) return Number.NaN
        value = value * 10 + code - ZERO
      }
      return value
    }
    const isForm =
      text.charCodeAt(from + 10) === 0x54 &&
      text.charCodeAt(from + 13) === COLON &&
      text.charCodeAt(from + 16) === COLON &&
      text.charCodeAt(from + 19) === 0x2e &&
      text.charCodeAt(from + 23) === 0x5a &&
      text.charCodeAt(from + TIME_LENGTH) === QUOTE
    const hours = number(11, 13)
    const minutes = number(14, 16)
    const seconds = number(17, 19)
    const milliseconds = number(20, 23)
    if (!isForm || !(hours <= 23 && minutes <= 59 && seconds <= 59 && milliseconds <= 999)) return undefined
    cursor.at = from + TIME_LENGTH + 1
    return base + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
  }
}
