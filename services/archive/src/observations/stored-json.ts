import { eachMember, JsonText } from './json-text.ts'
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

const COMMA = 0x2c
const ZERO = 0x30

/** Of the column's text, which is kept as it was written: a value's JSON is cut out, and again the canonical one. */
export function decodeLatest(json: string): Latest[] {
  const latest: Latest[] = []
  const rest = new JsonText(json)
  const takeTime = () => {
    let time = 0
    for (let code = json.charCodeAt(rest.at++); code !== COMMA; code = json.charCodeAt(rest.at++))
      time = 10 * time + code - ZERO
    return time
  }
  // Behind the brace or the comma.
  for (rest.at++; rest.at < json.length - 1; rest.at += 2) {
    const colon = json.indexOf('":[', rest.at)
    const name = json.slice(rest.at + 1, colon)
    rest.at = colon + 3
    const start = takeTime()
    const end = rest.takeText('null,') ? null : takeTime()
    const retrieved = takeTime()
    latest.push({ name, start, end, retrieved, text: rest.value() })
  }
  return latest
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

/** What is longer is not to be kept in memory by a short piece of it: V8 keeps the text that another was cut from. */
const LONG = 16_384
const copy = (text: string) => ` ${text}`.slice(1)

/**
 * The same for what `encodeChanges` wrote: tells each field, and what it read from then on. Only an entry of a list can
 * be gone, and never reads null; a field that may be null is there all the same.
 */
export function eachChange(json: string, tell: (name: string, text: string | null) => void): void {
  eachMember(json, (name, text) => {
    if (text === 'null' && isEntry(name)) tell(name, null)
    else if (json.length > LONG) tell(copy(name), copy(text))
    else tell(name, text)
  })
}
