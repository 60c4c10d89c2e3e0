import { byName, type Instant, type Sighting } from './sighting.ts'
import { eachChange } from './stored-json.ts'
import { fieldOfSample } from './timeline.ts'

/** What fields read before an instant; null where they were gone. */
export type Readings = ReadonlyMap<string, string | null>

/** Reads back the sightings that led to what is kept of a record, instant by instant. */
export class SightingReader {
  readonly #fields = new Map<string, { name: string; bit: number; text: string | null }>()
  #ordered: { name: string; bit: number; text: string | null }[] = []
  readonly #bitOf: (field: string) => number
  #last = Number.NEGATIVE_INFINITY

  /** `before` tells what each field read before the first of the instants; `bitOf` tells a field's bit. */
  constructor(before: Readings, bitOf: (field: string) => number) {
    this.#bitOf = bitOf
    for (const [name, text] of before) this.#read(name, text)
  }

  /** @throws where it is not asked for one instant after the other. */
  sightingOf({ at, bits, changes }: Instant): Sighting {
    if (at <= this.#last) throw new RangeError('an instant comes before the last one')
    this.#last = at
    if (changes !== null) eachChange(changes, this.#read)
    if (this.#fields.size > this.#ordered.length) this.#ordered = [...this.#fields.values()].sort(byName)
    const names: string[] = []
    const texts: string[] = []
    for (const { name, bit, text } of this.#ordered) {
      if ((bits & bit) === 0 || text === null) continue
      names.push(name)
      texts.push(text)
    }
    return { at, bits, names, texts }
  }

  readonly #read = (name: string, text: string | null): void => {
    const field = this.#fields.get(name)
    if (field) field.text = text
    else this.#fields.set(name, { name, bit: this.#bitOf(fieldOfSample(name)), text })
  }
}

const USER = /^links\.(\d+)\.user$/

/** The list of links that a sighting saw, as JSON; `samples` are its texts by name. */
export function linksOf(samples: ReadonlyMap<string, string>): string {
  const links = [...samples].flatMap(([name, user]) => {
    const site = USER.exec(name)?.[1]
    return site ? [`{"site":{"id":${site},"host":${samples.get(`links.${site}.host`)}},"user":${user}}`] : []
  })
  return `[${links.join()}]`
}
