/** The names that people type; CSS has more. */
const NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  lime: '#00ff00',
  blue: '#0000ff',
  yellow: '#ffff00',
  cyan: '#00ffff',
  aqua: '#00ffff',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  maroon: '#800000',
  olive: '#808000',
  green: '#008000',
  purple: '#800080',
  teal: '#008080',
  navy: '#000080',
  orange: '#ffa500',
}
const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/
const LONG = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/
const FUNCTION = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b/
/** The difference of each part, of 256, that nobody tells apart. */
const NEAR = 16

/** Red, green and blue of the first colour that is written there; undefined where there is none. */
function partsOf(written: string): number[] | undefined {
  for (const word of written.split(/\s+(?![^(]*\))/)) {
    const parts = partsOfOne(word)
    if (parts !== undefined) return parts
  }
  return undefined
}

function partsOfOne(colour: string): number[] | undefined {
  const written = Object.hasOwn(NAMES, colour) ? NAMES[colour]! : colour
  const short = SHORT.exec(written)
  if (short) return short.slice(1).map((digit) => Number.parseInt(digit + digit, 16))
  const long = LONG.exec(written)
  if (long) return long.slice(1).map((digits) => Number.parseInt(digits, 16))
  return FUNCTION.exec(written)?.slice(1).map(Number)
}

/** What names no colour of its own. */
const AS_AROUND = /^(?:inherit|initial|none|revert|transparent|unset)\b/

/** Whether nobody can tell one colour of a style sheet from the other, however each is written. */
export function areAlike(one: string, other: string): boolean {
  const [first, second] = [one, other].map((colour) => colour.trim().toLowerCase())
  if (first === second) return !AS_AROUND.test(first!)
  const [ours, theirs] = [partsOf(first!), partsOf(second!)]
  return (
    ours !== undefined &&
    theirs !== undefined &&
    ours.every((part, at) => Math.abs(part - theirs[at]!) <= NEAR)
  )
}
