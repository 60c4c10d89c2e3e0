import type { Latest } from './sighting.ts'
import { isEntry } from './types.ts'

/** `record.latest` as it is read: start, end, retrieved (in ms) and the value, as JSON.parse gives it. */
export type LatestJson = Record<string, [number, number | null, number, unknown] | undefined>

/** Equal archives have equal rows, since the fields are in order. */
export function encodeLatest(latest: readonly Latest[]): string {
  if (latest.length === 0) return '{}'
  const last = latest.length - 1
  return latest
    .map(
      ({ name, start, end, retrieved, text }, place) =>
        `${place === 0 ? '{' : ''}"${name}":[${start},${end},${retrieved},${text}]${place === last ? '}' : ''}`,
    )
    .join()
}

/**
 * `observation.changes`: what each field read from that instant on, as canonical JSON; null where it was gone. They
 * are those whose latest period began or ended then.
 */
export function encodeChanges(latest: readonly Latest[], at: number): string {
  let text = ''
  for (const { name, start, end, text: value } of latest) {
    if (start === at) text += `${text === '' ? '{' : ','}"${name}":${value}`
    else if (end === at) text += `${text === '' ? '{' : ','}"${name}":null`
  }
  return `${text}}`
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const NO_TIME = 'null,'

/** Of the column's text, which is kept as it was written: a value's JSON is cut out, and again the canonical one. */
export function decodeLatest(json: string): Latest[] {
  const latest: Latest[] = []
  let at = 1
  const takeTime = () => {
    let time = 0
    for (let code = json.charCodeAt(at++); code !== COMMA; code = json.charCodeAt(at++))
      time = 10 * time + code - ZERO
    return time
  }
  while (json.charCodeAt(at) === QUOTE) {
    const colon = json.indexOf('":[', at)
    const name = json.slice(at + 1, colon)
    at = colon + 3
    const start = takeTime()
    let end: number | null = null
    if (json.startsWith(NO_TIME, at)) at += NO_TIME.length
    else end = takeTime()
    const retrieved = takeTime()
    const close = endOfValue(json, at)
    latest.push({ name, start, end, retrieved, text: json.slice(at, close) })
    // Behind the bracket that ends the period, and the comma or the last brace.
    at = close + 2
  }
  return latest
}

/** What is longer is not to be kept in memory by a short piece of it: V8 keeps the text that another was cut from. */
const LONG = 16_384
const copy = (text: string) => ` ${text}`.slice(1)

/**
 * The same for what `encodeChanges` wrote: tells each field, and what it read from then on. Only an entry of a list can
 * be gone, and never reads null; a field that may be null is there all the same.
 */
export function eachChange(json: string, tell: (name: string, text: string | null) => void): void {
  const cut = (from: number, to: number) =>
    json.length > LONG ? copy(json.slice(from, to)) : json.slice(from, to)
  let at = 1
  while (json.charCodeAt(at) === QUOTE) {
    const colon = json.indexOf('":', at)
    const close = endOfValue(json, colon + 2)
    const text = cut(colon + 2, close)
    const name = cut(at + 1, colon)
    tell(name, text === 'null' && isEntry(name) ? null : text)
    at = close + 1
  }
}

/** Where the comma or the bracket is that follows the value at this place. */
function endOfValue(json: string, from: number): number {
  let depth = 0
  for (let at = from; ; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(json, at)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth++
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (--depth < 0) return at
        break
      case COMMA:
        if (depth === 0) return at
    }
  }
}

function endOfString(json: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
}
