/** How deep an observation may nest; the deepest of the contract's values needs seven levels. */
const MAX_DEPTH = 16

/**
 * What JSON.parse does not tell of a line: how many keys are written in it, and whether it nests too deeply. A
 * key is what stands before a colon outside of strings; a line without valid JSON gives any number.
 */
export function scan(line: string): { keys: number; tooDeep: boolean } {
  let keys = 0
  let depth = 0
  let deepest = 0
  for (let index = 0; index < line.length; index++) {
    switch (line.charCodeAt(index)) {
      case 0x22: // the string's end is the next quote that no backslash escapes
        do {
          index = line.indexOf('"', index + 1)
        } while (index > 0 && isEscaped(line, index))
        if (index < 0) return { keys, tooDeep: deepest > MAX_DEPTH }
        break
      case 0x3a:
        keys++
        break
      case 0x5b:
      case 0x7b:
        if (++depth > deepest) deepest = depth
        break
      case 0x5d:
      case 0x7d:
        depth--
        break
    }
  }
  return { keys, tooDeep: deepest > MAX_DEPTH }
}

function isEscaped(line: string, index: number): boolean {
  let backslashes = 0
  while (line.charCodeAt(index - 1 - backslashes) === 0x5c) backslashes++
  return backslashes % 2 === 1
}

/** How many keys a parsed value has, at all depths: fewer than are written where one is written twice. */
export function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item)
    return count
  }
  const object = value as Record<string, unknown>
  for (const key of Object.keys(object)) count += 1 + countKeys(object[key])
  return count
}
