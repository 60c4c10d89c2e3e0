import { byName, type Instant, type Sighting } from './sighting.ts'
import { eachChange } from './stored-json.ts'
import { fieldOfSample } from './timeline.ts'
import { bitOf, type RecordType } from './types.ts'

/** A field's value; null if it is gone. */
interface Field {
  name: string
  bit: number
  text: string | null
}

/** Reconstructs the sightings from a record's stored instants, one by one. */
export class SightingReader {
  readonly #type: RecordType
  readonly #fields = new Map<string, Field>()
  #ordered: Field[] = []
  #last = Number.NEGATIVE_INFINITY

  constructor(type: RecordType) {
    this.#type = type
  }

  /** @throws if instants are not passed in order. */
  sightingOf({ at, bits, changes }: Omit<Instant, 'seen'>): Sighting {
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
    else this.#fields.set(name, { name, bit: bitOf(this.#type, fieldOfSample(name)), text })
  }
}

const USER = /^links\.(\d+)\.user$/

/** The list of links in a sighting, as JSON; `samples` are its texts by name. */
export function linksOf(samples: ReadonlyMap<string, string>): string {
  const links = [...samples].flatMap(([name, user]) => {
    const site = USER.exec(name)?.[1]
    return site ? [`{"site":{"id":${site},"host":${samples.get(`links.${site}.host`)}},"user":${user}}`] : []
  })
  return `[${links.join()}]`
}
