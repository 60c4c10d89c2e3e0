import type { LineOf } from '../format/lines.ts'
import { EVERYBODY, groupLineId } from './groups.ts'
import type { Keyspace } from './keyspace.ts'
import { type Hash, isLocalId, isSet, numberOf, textOf } from './values.ts'

const MAX_NAME = 128

/** What somebody needs to read a category's topics. */
const READING = ['groups:read', 'groups:topics:read']

/** Groups that every member is in, sooner or later. */
const MEMBERS = ['registered-users', 'verified-users']

type Readers = NonNullable<LineOf<'section'>['readers']>

/** In a line groups are named by their ids. */
const inLine = (readers: Readers): Readers =>
  typeof readers === 'object' ? { groups: readers.groups.map(groupLineId) } : readers

/** A category, and who could read it, groups by their names. */
interface Category {
  hash: Hash
  readers: Readers
}

/**
 * Categories as sections, each for those who could read it. One with both topics and subcategories becomes two: here a section
 * holds threads or sections.
 */
export class Sections {
  readonly lines: LineOf<'section'>[] = []
  readonly #ofTopics = new Map<string, string>()
  readonly cids: readonly string[]
  /** What could not be taken along, in sentences. */
  readonly left: readonly string[]
  /** The names of the groups that may read something that not all members may. */
  readonly groups: readonly string[]

  private constructor(categories: ReadonlyMap<string, Category>, left: readonly string[]) {
    this.left = left
    this.cids = [...categories.keys()]
    const named = [...categories.values()].flatMap(({ readers }) =>
      typeof readers === 'object' ? readers.groups : [],
    )
    this.groups = [...new Set(named)]
    const parents = new Set([...categories.values()].map(({ hash }) => textOf(hash, 'parentCid')))
    const add = (cid: string, { hash, readers }: Category, above: readonly string[]) => {
      if (above.includes(cid)) return
      const about = { type: 'section' as const, display_name: nameOf(cid, hash), readers: inLine(readers) }
      const parent = above.at(-1)
      const order = Math.trunc(numberOf(hash, 'order'))
      this.lines.push({ ...about, id: cid, ...(parent ? { parent } : {}), order })
      if (parents.has(cid) && numberOf(hash, 'topic_count') > 0) {
        this.#ofTopics.set(cid, `${cid}.topics`)
        this.lines.push({ ...about, id: `${cid}.topics`, parent: cid, order: -1 })
      }
      for (const [below, one] of categories)
        if (textOf(one.hash, 'parentCid') === cid) add(below, one, [...above, cid])
    }
    for (const [cid, category] of categories)
      if (!categories.has(textOf(category.hash, 'parentCid'))) add(cid, category, [])
  }

  static async read(keys: Keyspace): Promise<Sections> {
    const [all = []] = await keys.sorted(['categories:cid'])
    const cids = all.map(({ value }) => value).filter(isLocalId)
    const hashes = await keys.hashes(cids.map((cid) => `category:${cid}`))
    const categories = new Map<string, Category>()
    const left: string[] = []
    for (const [index, cid] of cids.entries()) {
      const hash = hashes[index]
      if (!hash) continue
      const readers = await readersOf(keys, cid, hash)
      categories.set(cid, { hash, readers })
      const alone = await readingByThemselves(keys, cid)
      if (alone > 0 && (typeof readers === 'object' || readers === 'Moderators'))
        left.push(
          `category ${cid} (${nameOf(cid, hash)}) is closed: members who could read it by themselves (${alone}) have to be put into a group`,
        )
    }
    return new Sections(categories, left)
  }

  /** The section for a category's topics. */
  ofTopics(cid: string): string {
    return this.#ofTopics.get(cid) ?? cid
  }
}

const nameOf = (cid: string, category: Hash): string =>
  [...textOf(category, 'name')].slice(0, MAX_NAME).join('') || `Category ${cid}`

/** How many members may read a category as nobody else than themselves. */
async function readingByThemselves(keys: Keyspace, cid: string): Promise<number> {
  const [members = []] = await keys.sorted([`group:cid:${cid}:privileges:topics:read:members`])
  return members.length
}

/** Who has all that reading takes; of a category that is disabled, nobody but who moderates. */
async function readersOf(keys: Keyspace, cid: string, category: Hash): Promise<Readers> {
  if (isSet(category, 'disabled')) return 'Moderators'
  const [first = [], ...others] = await keys.sorted(
    READING.map((privilege) => `group:cid:${cid}:privileges:${privilege}:members`),
  )
  const groups = first
    .map(({ value }) => value)
    .filter((group) => others.every((members) => members.some(({ value }) => value === group)))
  if (groups.includes('guests')) return 'Everyone'
  if (MEMBERS.some((group) => groups.includes(group))) return 'Members'
  const named = groups.filter((group) => !EVERYBODY.has(group))
  return named.length === 0 ? 'Moderators' : { groups: named }
}
