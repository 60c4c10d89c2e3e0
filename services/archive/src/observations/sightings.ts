import { decodeChanges } from './stored-json.ts'
import { fieldOfSample, type Instant, placeOf, type Sighting } from './timeline.ts'

/**
 * The sightings that led to what is kept, of successive instants. `before` tells what each field read before the
 * first of them, where there was one; `bitOf` tells a field's bit.
 */
export function sightingsOf(
  instants: readonly Instant[],
  before: ReadonlyMap<string, string | null>,
  bitOf: (field: string) => number,
): Sighting[] {
  const state: { name: string; bit: number; text: string | null }[] = []
  const read = (name: string, text: string | null) => {
    const place = placeOf(state, name)
    const field = state[place]
    if (field?.name === name) field.text = text
    else state.splice(place, 0, { name, bit: bitOf(fieldOfSample(name)), text })
  }
  for (const [name, text] of before) read(name, text)
  return instants.map(({ at, bits, changes }) => {
    if (changes !== null) for (const [name, text] of decodeChanges(changes)) read(name, text)
    const names: string[] = []
    const texts: string[] = []
    for (const { name, bit, text } of state) {
      if ((bits & bit) === 0 || text === null) continue
      names.push(name)
      texts.push(text)
    }
    return { at, bits, names, texts }
  })
}
