import { decodeChanges } from './stored-json.ts'
import { byName, fieldOfSample, type Instant, type Sighting } from './timeline.ts'

/**
 * The sightings that led to what is kept, of successive instants. `before` tells what each field read before the
 * first of them, where there was one; `bitOf` tells a field's bit.
 */
export function sightingsOf(
  instants: readonly Instant[],
  before: ReadonlyMap<string, string | null>,
  bitOf: (field: string) => number,
): Sighting[] {
  const fields = new Map<string, { name: string; bit: number; text: string | null }>()
  const read = (name: string, text: string | null) => {
    const field = fields.get(name)
    if (field) field.text = text
    else fields.set(name, { name, bit: bitOf(fieldOfSample(name)), text })
  }
  for (const [name, text] of before) read(name, text)
  let ordered = [...fields.values()].sort(byName)
  return instants.map(({ at, bits, changes }) => {
    if (changes !== null) for (const [name, text] of decodeChanges(changes)) read(name, text)
    if (fields.size > ordered.length) ordered = [...fields.values()].sort(byName)
    const names: string[] = []
    const texts: string[] = []
    for (const { name, bit, text } of ordered) {
      if ((bits & bit) === 0 || text === null) continue
      names.push(name)
      texts.push(text)
    }
    return { at, bits, names, texts }
  })
}
