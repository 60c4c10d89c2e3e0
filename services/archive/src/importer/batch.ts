import type pg from 'pg'
import { encodeLatest } from '../observations/latest-json.ts'
import type { Observation } from '../observations/reader.ts'
import { type History, readHistories } from '../observations/store.ts'
import {
  advance,
  type Change,
  inOrder,
  type Sighting,
  sightingsOf,
  type Timeline,
} from '../observations/timeline.ts'
import { bitOf, type RecordKey } from '../observations/types.ts'
import { findKnown } from './known.ts'
import { encodeWrites, type FoundRecord, findRecords, updateRecords, type Writes, write } from './store.ts'

interface Group {
  key: RecordKey
  sightings: Sighting[]
}

export interface StoredRecord {
  id: number
  timeline: Timeline
}

interface Late extends Group {
  stored: StoredRecord
}

/** How many records are read, worked out and written together: while Postgres does its share of some, others get ours. */
const PART = 1_024

/** How many records with a late observation have their histories in memory at the same time. */
const HISTORIES = 200

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
    const { writes, late } = mergeEach(part, found)
    if (late.length > 0) await inTurn(() => insertAll(client, writes, late))
    const encoded = encodeWrites(writes)
    writing.push(inTurn(() => write(client, encoded)))
  }
  await Promise.all(writing)
  await updateRecords(client)
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

function mergeEach(
  groups: readonly Group[],
  found: readonly FoundRecord[],
): { writes: Writes; late: Late[] } {
  const writes = noWrites()
  const late: Late[] = []
  groups.forEach(({ key, sightings: unordered }, place) => {
    const { id, timeline } = found[place] as FoundRecord
    const sightings = inOrder(unordered)
    if (timeline && (sightings[0] as Sighting).at <= timeline.retrievedAt) {
      late.push({ key, sightings, stored: { id, timeline } })
      return
    }
    const changes: Change[] = []
    const advanced = advance(timeline, sightings, changes)
    if (timeline) writes.updated.push({ id, timeline: advanced })
    else writes.created.push({ id, key, timeline: advanced })
    for (const instant of sightings) writes.instants.push({ id, instant })
    for (const change of changes) writes.changes.push({ id, change })
  })
  return { writes, late }
}

async function insertAll(client: pg.ClientBase, writes: Writes, late: readonly Late[]): Promise<void> {
  const news = await withoutKnown(client, late)
  for (let from = 0; from < news.length; from += HISTORIES) {
    const some = news.slice(from, from + HISTORIES)
    const histories = await readHistories(
      client,
      some.map(({ stored }) => stored.id),
    )
    for (const one of some) insertLate(writes, one, histories.get(one.stored.id) as History)
  }
}

async function withoutKnown(client: pg.ClientBase, late: readonly Late[]): Promise<Late[]> {
  const candidates = late.flatMap(({ stored, sightings }) =>
    sightings.map((sighting) => ({ stored, sighting })),
  )
  const known = await findKnown(client, candidates)
  return late
    .map((one) => ({ ...one, sightings: one.sightings.filter((sighting) => !known.has(sighting)) }))
    .filter(({ sightings }) => sightings.length > 0)
}

const noWrites = (): Writes => ({
  created: [],
  updated: [],
  instants: [],
  mergedInstants: [],
  changes: [],
  removedChanges: [],
})

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

const placeOf = ({ field, start }: Change) => `${start} ${field}`

/** Reads the periods off again with the late sightings in their places, and writes what differs. */
function insertLate(writes: Writes, { key, sightings, stored }: Late, history: History): void {
  const { id, timeline: before } = stored
  const known = sightingsOf(history.instants, before.latest, history.changes, (field) =>
    bitOf(key.type, field),
  )
  const all = inOrder([...known, ...sightings])
  const changes: Change[] = []
  const after = advance(undefined, all, changes)

  const bits = new Map(history.instants.map((instant) => [instant.at, instant.bits]))
  for (const instant of all) {
    if (bits.get(instant.at) !== instant.bits) writes.mergedInstants.push({ id, instant })
  }
  const texts = new Map(history.changes.map((change) => [placeOf(change), change.text]))
  for (const change of changes) {
    const text = texts.get(placeOf(change))
    if (text === change.text) texts.delete(placeOf(change))
    else writes.changes.push({ id, change })
  }
  for (const change of history.changes) {
    if (texts.has(placeOf(change))) writes.removedChanges.push({ id, change })
  }
  const isSame =
    before.archivedAt === after.archivedAt &&
    before.retrievedAt === after.retrievedAt &&
    encodeLatest(before.latest) === encodeLatest(after.latest)
  if (!isSame) writes.updated.push({ id, timeline: after })
}
