import type { LineOf } from '../format/lines.ts'
import type { Keyspace } from './keyspace.ts'
import { type Hash, isLocalId, isSet, numberOf, textOf } from './values.ts'

const MAX_NAME = 128

/** What guests need to read a category's topics. */
const READING = ['groups:read', 'groups:topics:read']

/** A category that guests could not read. Sections are public: its topics are left. */
interface Closed {
  readonly name: string
  topics: number
}

/**
 * Categories as sections. One with both topics and subcategories becomes two: here a section holds threads or sections.
 */
export class Sections {
  readonly lines: LineOf<'section'>[] = []
  readonly #ofTopics = new Map<string, string>()
  readonly #closed: ReadonlyMap<string, Closed>
  readonly cids: readonly string[]

  private constructor(categories: ReadonlyMap<string, Hash>, closed: ReadonlyMap<string, Closed>) {
    this.#closed = closed
    this.cids = [...categories.keys()]
    const parents = new Set([...categories.values()].map((category) => textOf(category, 'parentCid')))
    const add = (cid: string, category: Hash, above: readonly string[]) => {
      if (above.includes(cid)) return
      const name = nameOf(cid, category)
      const parent = above.at(-1)
      const order = Math.trunc(numberOf(category, 'order'))
      this.lines.push({ type: 'section', id: cid, display_name: name, ...(parent ? { parent } : {}), order })
      if (parents.has(cid) && numberOf(category, 'topic_count') > 0) {
        this.#ofTopics.set(cid, `${cid}.topics`)
        this.lines.push({ type: 'section', id: `${cid}.topics`, display_name: name, parent: cid, order: -1 })
      }
      for (const [below, one] of categories)
        if (textOf(one, 'parentCid') === cid) add(below, one, [...above, cid])
    }
    for (const [cid, category] of categories)
      if (!categories.has(textOf(category, 'parentCid'))) add(cid, category, [])
  }

  static async read(keys: Keyspace): Promise<Sections> {
    const [all = []] = await keys.sorted(['categories:cid'])
    const cids = all.map(({ value }) => value).filter(isLocalId)
    const hashes = await keys.hashes(cids.map((cid) => `category:${cid}`))
    const open = new Map<string, Hash>()
    const closed = new Map<string, Closed>()
    for (const [index, cid] of cids.entries()) {
      const category = hashes[index]
      if (!category) continue
      if (await isOpen(keys, cid, category)) open.set(cid, category)
      else closed.set(cid, { name: nameOf(cid, category), topics: 0 })
    }
    return new Sections(open, closed)
  }

  /** Whether a topic of this category is left, and counts it. */
  leaves(cid: string): boolean {
    const closed = this.#closed.get(cid)
    if (closed) closed.topics += 1
    return closed !== undefined
  }

  /** What was left, in sentences. */
  get left(): string[] {
    return [...this.#closed].map(
      ([cid, { name, topics }]) =>
        `category ${cid} (${name}) and its topics (${topics}) were not taken: guests cannot read them, and sections are public`,
    )
  }

  /** The section for a category's topics. */
  ofTopics(cid: string): string {
    return this.#ofTopics.get(cid) ?? cid
  }
}

const nameOf = (cid: string, category: Hash): string =>
  [...textOf(category, 'name')].slice(0, MAX_NAME).join('') || `Category ${cid}`

async function isOpen(keys: Keyspace, cid: string, category: Hash): Promise<boolean> {
  if (isSet(category, 'disabled')) return false
  const readers = await keys.sorted(
    READING.map((privilege) => `group:cid:${cid}:privileges:${privilege}:members`),
  )
  return readers.every((groups) => groups.some(({ value }) => value === 'guests'))
}
