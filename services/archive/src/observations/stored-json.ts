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

/** From the column's text, which is stored verbatim: the JSON of a value that is cut out is canonical again. */
export function decodeLatest(json: string): Latest[] {
  const latest: Latest[] = []
  const rest = new JsonText(json)
  const takeTime = () => {
    let time = 0
    for (let code = json.charCodeAt(rest.at++); code !== COMMA; code = json.charCodeAt(rest.at++))
      time = 10 * time + code - ZERO
    return time
  }
  // After the brace or the comma.
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
 * `observation.changes`: the new value of each field that changed at that instant, as canonical JSON; null if it was
 * gone. These are the fields whose latest period began or ended then.
 */
export function encodeChanges(latest: readonly Latest[], at: number): string {
  let text = ''
  for (const { name, start, end, text: value } of latest) {
    if (start === at) text += `${text === '' ? '{' : ','}"${name}":${value}`
    else if (end === at) text += `${text === '' ? '{' : ','}"${name}":null`
  }
  return `${text}}`
}

/** Longer texts are copied: V8 keeps the whole text in memory from which a piece was cut. */
const LONG = 16_384
const copy = (text: string) => ` ${text}`.slice(1)

/**
 * Reports each field that `encodeChanges` wrote, and its new value. Only an entry of a list can be gone, and such an
 * entry is never null; a nullable field with null still exists.
 */
export function eachChange(json: string, tell: (name: string, text: string | null) => void): void {
  eachMember(json, (name, text) => {
    if (text === 'null' && isEntry(name)) tell(name, null)
    else if (json.length > LONG) tell(copy(name), copy(text))
    else tell(name, text)
  })
}
