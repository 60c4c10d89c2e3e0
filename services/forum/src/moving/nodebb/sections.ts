import type { LineOf } from '../format/lines.ts'
import type { Keyspace } from './keyspace.ts'
import { type Hash, isLocalId, numberOf, textOf } from './values.ts'

const MAX_NAME = 128

/**
 * Categories as sections. One with both topics and subcategories becomes two: here a section holds threads or sections.
 */
export class Sections {
  readonly lines: LineOf<'section'>[] = []
  readonly #ofTopics = new Map<string, string>()
  readonly cids: readonly string[]

  private constructor(categories: ReadonlyMap<string, Hash>) {
    this.cids = [...categories.keys()]
    const parents = new Set([...categories.values()].map((category) => textOf(category, 'parentCid')))
    const add = (cid: string, category: Hash, above: readonly string[]) => {
      if (above.includes(cid)) return
      const name = [...textOf(category, 'name')].slice(0, MAX_NAME).join('') || `Category ${cid}`
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
    return new Sections(new Map(cids.flatMap((cid, index) => (hashes[index] ? [[cid, hashes[index]]] : []))))
  }

  /** The section for a category's topics. */
  ofTopics(cid: string): string {
    return this.#ofTopics.get(cid) ?? cid
  }
}
