/** Far more than any body of the API has. */
const DEEPEST = 32
/** Objects and arrays in one body. */
const MOST = 10_000

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const OPEN = '{'.charCodeAt(0)
const CLOSE = '}'.charCodeAt(0)
/** Turns a bracket into a brace, and nothing else outside of strings into one. */
const BRACE = 0x20

/**
 * Whether JSON has more objects and arrays than any body needs, one in another or in all. It is told before they are
 * made: two bytes each, they take a hundred times as long to parse as text.
 */
export function isTooIntricate(json: string): boolean {
  let [depth, number] = [0, 0]
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) isText = !isText
    else if (isText) {
      if (code === BACKSLASH) at += 1
    } else if ((code | BRACE) === OPEN) {
      depth += 1
      number += 1
      if (depth > DEEPEST || number > MOST) return true
    } else if ((code | BRACE) === CLOSE) depth -= 1
  }
  return false
}
