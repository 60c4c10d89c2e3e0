import type pg from 'pg'
import { encodeLatest } from '../observations/latest-json.ts'
import type { Observation } from '../observations/reader.ts'
import { type History, readHistories } from '../observations/store.ts'
import { advance, type Change, inOrder, type Sighting, sightingsOf } from '../observations/timeline.ts'
import { bitOf, type RecordKey } from '../observations/types.ts'
import { findKnown } from './known.ts'
import { findRecords, type StoredRecord, type Writes, write } from './store.ts'

interface Group {
  key: RecordKey
  sightings: Sighting[]
}

interface Late extends Group {
  stored: StoredRecord
}

/** How many records with a late observation have their histories in memory at the same time. */
const HISTORIES = 200

/** Merges observations into the archive, in the transaction that the client is in; it must be the only importer. */
export async function storeBatch(client: pg.ClientBase, observations: readonly Observation[]): Promise<void> {
  const groups = groupByRecord(observations)
  const found = await findRecords(
    client,
    groups.map(({ key }) => key),
  )
  const writes = noWrites()
  const late: Late[] = []
  groups.forEach((group, place) => {
    const stored = found[place]
    const sightings = inOrder(group.sightings)
    if (!stored) create(writes, { ...group, sightings })
    else if ((sightings[0] as Sighting).at > stored.timeline.retrievedAt) append(writes, stored, sightings)
    else late.push({ ...group, sightings, stored })
  })
  const news = await withoutKnown(client, late)
  for (let from = 0; from < news.length; from += HISTORIES) {
    const some = news.slice(from, from + HISTORIES)
    const histories = await readHistories(
      client,
      some.map(({ stored }) => stored.id),
    )
    for (const one of some) insertLate(writes, one, histories.get(one.stored.id) as History)
  }
  await write(client, writes)
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

function create(writes: Writes, { key, sightings }: Group): void {
  const changes: Change[] = []
  const timeline = advance(undefined, sightings, changes)
  writes.created.push({ key, timeline, instants: sightings, changes })
}

function append(writes: Writes, { id, timeline }: StoredRecord, sightings: readonly Sighting[]): void {
  const changes: Change[] = []
  writes.updated.push({ id, timeline: advance(timeline, sightings, changes) })
  for (const instant of sightings) writes.instants.push({ id, instant })
  for (const change of changes) writes.changes.push({ id, change })
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
