const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Walks through JSON as text, to cut out values without parsing them. It does not validate: it finds values in invalid
 * JSON too.
 */
export class JsonText {
  text: string
  at: number
  /** How many keys the last value contains at all depths, and how deep it nests. */
  keys = 0
  depth = 0

  constructor(text = '', at = 0) {
    this.text = text
    this.at = at
  }

  /** Skips this character; false, without moving, if another one is there. */
  take(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false
    this.at++
    return true
  }

  /** The same for a text. */
  takeText(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** The value at the cursor: everything up to the following comma or bracket. */
  value(): string {
    const { text, at: from } = this
    let [at, keys, depth, deepest] = [from, 0, 0, 0]
    scan: for (; at < text.length; at++) {
      switch (text.charCodeAt(at)) {
        case QUOTE:
          at = endOfString(text, at)
          break
        case COLON:
          keys++
          break
        case OPEN_LIST:
        case OPEN_OBJECT:
          if (++depth > deepest) deepest = depth
          break
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          if (--depth < 0) break scan
          break
        case COMMA:
          if (depth === 0) break scan
      }
    }
    this.at = at
    this.keys = keys
    this.depth = deepest
    return text.slice(from, at)
  }
}

/** The position of the quote that ends the string which begins here. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    if (code === BACKSLASH) at++
  }
  return at
}

/** Reports each member of an object that is written without white space, and without escapes in its names. */
export function eachMember(json: string, tell: (name: string, text: string) => void): void {
  const rest = new JsonText(json, 1)
  while (rest.take(QUOTE)) {
    const colon = json.indexOf('":', rest.at)
    const name = json.slice(rest.at, colon)
    rest.at = colon + 2
    tell(name, rest.value())
    // After the comma, or the last brace.
    rest.at++
  }
}

/** How many keys a parsed value has at all depths: fewer than were written if one was repeated. */
export function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const inner of Object.values(value)) count += countKeys(inner)
  return count
}
