import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import type { Observation } from '../observations/reader.ts'
import { advance, inOrder, type Sighting } from '../observations/timeline.ts'
import type { RecordKey } from '../observations/types.ts'
import { insertLate, type LateSightings } from './late.ts'
import { type FoundRecord, findRecords, Writes } from './store.ts'

interface Group {
  key: RecordKey
  sightings: Sighting[]
}

/** How many records are read, worked out and written together: while Postgres does its share of some, others get ours. */
const PART = 4_096

/** How many of them are worked out between two looks at the connection, whose other end is not to wait for more. */
const STRETCH = 64

/** Merges observations into the archive, in the transaction that the client is in; it must be the only importer. */
export async function storeBatch(client: pg.ClientBase, observations: readonly Observation[]): Promise<void> {
  const groups = groupByRecord(observations)
  const parts: Group[][] = []
  for (let from = 0; from < groups.length; from += PART) parts.push(groups.slice(from, from + PART))

  const inTurn = turns()
  const find = (part: Group[] | undefined) =>
    inTurn(() =>
      part
        ? findRecords(
            client,
            part.map(({ key }) => key),
          )
        : [],
    )
  // The next ones are being looked for while these are worked out, and these are written while the next ones are.
  let finding = find(parts[0])
  const writing: Promise<void>[] = []
  for (const [index, part] of parts.entries()) {
    const found = await finding
    finding = find(parts[index + 1])
    const { writes, late } = await mergeEach(part, found)
    if (late.length > 0) await inTurn(() => insertLate(client, writes, late))
    writing.push(inTurn(() => writes.store(client)))
  }
  await Promise.all(writing)
}

/** Runs what it is given one after the other, as a connection must be used. */
function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result> | Result): Promise<Result> => {
    const result = last.then(work)
    // Whoever waits for it is told; the next one may go on in any case, and fails by itself.
    last = result.catch(() => undefined)
    return result
  }
}

async function mergeEach(
  groups: readonly Group[],
  found: readonly FoundRecord[],
): Promise<{ writes: Writes; late: LateSightings[] }> {
  const writes = new Writes()
  const late: LateSightings[] = []
  // In the order of the indices that they are written to.
  const places = groups.map((_, place) => place).sort((a, b) => idAt(found, a) - idAt(found, b))
  for (const [count, place] of places.entries()) {
    if (count % STRETCH === STRETCH - 1) await turn()
    const { key, sightings: unordered } = groups[place] as Group
    const { id, timeline } = found[place] as FoundRecord
    const sightings = inOrder(unordered)
    if (timeline && (sightings[0] as Sighting).at <= timeline.retrievedAt) {
      late.push({ key, sightings, stored: { id, timeline } })
      continue
    }
    const advanced = advance(timeline, sightings)
    if (timeline) writes.update(id, advanced.timeline)
    else writes.create(id, key, advanced.timeline)
    for (const instant of advanced.instants) writes.add(id, instant)
  }
  return { writes, late }
}

const idAt = (found: readonly FoundRecord[], place: number) => (found[place] as FoundRecord).id

function groupByRecord(observations: readonly Observation[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { key, sighting } of observations) {
    const name = `${key.type} ${key.scope} ${key.subject}`
    const group = groups.get(name)
    if (group) group.sightings.push(sighting)
    else groups.set(name, { key, sightings: [sighting] })
  }
  return [...groups.values()]
}
