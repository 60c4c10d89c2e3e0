import type pg from 'pg'
import { insert, type Window } from '../observations/insertion.ts'
import { type Instant, ms, time } from '../observations/store.ts'
import type { Sighting } from '../observations/timeline.ts'
import { bitOf, fieldsIn, type RecordKey } from '../observations/types.ts'
import { findKnown } from './known.ts'
import type { StoredRecord, Writes } from './store.ts'

/** A stored record with sightings that are not later than all that are stored. */
export interface LateSightings {
  key: RecordKey
  stored: StoredRecord
  /** In order. */
  sightings: Sighting[]
}

/** How many records have their surroundings in memory at the same time. */
const PART = 200

/** How many instants around a late one are looked at first, and how many times more where they do not suffice. */
const NEAR = 4
const FURTHER = 16

/** Works out what late sightings change, reading no more of a record than lies around them. */
export async function insertLate(
  client: pg.ClientBase,
  writes: Writes,
  late: readonly LateSightings[],
): Promise<void> {
  const news = await withoutKnown(client, late)
  for (let from = 0; from < news.length; from += PART) {
    const some = news.slice(from, from + PART)
    const windows = await readWindows(client, some)
    for (const [place, { key, stored, sightings }] of some.entries()) {
      const { id, timeline } = stored
      const inserted = insert(timeline, windows[place] as Window, sightings, (field) =>
        bitOf(key.type, field),
      )
      writes.updated.push({ id, timeline: inserted.timeline })
      for (const instant of inserted.instants) writes.mergedInstants.push({ id, instant })
      for (const change of inserted.added) writes.changes.push({ id, change })
      for (const change of inserted.removed) writes.removedChanges.push({ id, change })
    }
  }
}

async function withoutKnown(client: pg.ClientBase, late: readonly LateSightings[]): Promise<LateSightings[]> {
  const candidates = late.flatMap(({ stored, sightings }) =>
    sightings.map((sighting) => ({ stored, sighting })),
  )
  const known = await findKnown(client, candidates)
  return late
    .map((one) => ({ ...one, sightings: one.sightings.filter((sighting) => !known.has(sighting)) }))
    .filter(({ sightings }) => sightings.length > 0)
}

async function readWindows(client: pg.ClientBase, late: readonly LateSightings[]): Promise<Window[]> {
  const bounds = await findBounds(client, late)
  const windows = late.map((_, place) => ({
    ...(bounds[place] as Bounds),
    instants: [] as Instant[],
    changes: [] as Window['changes'][number][],
  }))
  await readInstants(client, late, windows)
  await readChanges(client, late, windows)
  return windows
}

interface Bounds {
  from: number
  to: number
}

/** One late sighting, and the fields of it whose neighbours are not found yet. */
interface Search {
  place: number
  id: number
  at: number
  earlier: number
  later: number
}

/** From where to where each record is to be read: to the nearest sightings of each field that was seen late. */
async function findBounds(client: pg.ClientBase, late: readonly LateSightings[]): Promise<Bounds[]> {
  const bounds = late.map(({ sightings }) => ({
    from: (sightings[0] as Sighting).at,
    to: (sightings.at(-1) as Sighting).at,
  }))
  let searches = late.flatMap(({ key, stored: { id, timeline }, sightings }, place) =>
    sightings.map(({ at, bits }): Search => {
      const bitsOf = (fields: string[]) => fields.reduce((sum, field) => sum | bitOf(key.type, field), 0)
      const seen = fieldsIn(key.type, bits).filter((field) => timeline.latest.has(field))
      return {
        place,
        id,
        at,
        earlier: bitsOf(seen),
        // A field's latest period has its last sighting.
        later: bitsOf(seen.filter((field) => (timeline.latest.get(field)?.retrieved ?? at) > at)),
      }
    }),
  )
  for (let limit = NEAR; searches.length > 0; limit *= FURTHER) {
    const near = await readNear(client, searches, limit)
    searches = searches.filter((search, index) => {
      const bound = bounds[search.place] as Bounds
      const { before, after } = near[index] as Near
      for (const { at, bits } of before) {
        if ((bits & search.earlier) !== 0) bound.from = Math.min(bound.from, at)
        search.earlier &= ~bits
      }
      for (const { at, bits } of after) {
        if ((bits & search.later) !== 0) bound.to = Math.max(bound.to, at)
        search.later &= ~bits
      }
      return (
        (search.earlier !== 0 && before.length === limit) || (search.later !== 0 && after.length === limit)
      )
    })
  }
  return bounds
}

interface Near {
  /** The nearest first. */
  before: Instant[]
  after: Instant[]
}

async function readNear(client: pg.ClientBase, searches: readonly Search[], limit: number): Promise<Near[]> {
  const near = searches.map((): Near => ({ before: [], after: [] }))
  const { rows } = await client.query<[number, number, number]>({
    rowMode: 'array',
    text: `
      SELECT place, ${ms('near.retrieved_at')}, near.fields
      FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS search (id, at, place), LATERAL (
        (SELECT retrieved_at, fields FROM observation
         WHERE record_id = search.id AND retrieved_at < ${time('search.at')} ORDER BY retrieved_at DESC LIMIT $3)
        UNION ALL
        (SELECT retrieved_at, fields FROM observation
         WHERE record_id = search.id AND retrieved_at > ${time('search.at')} ORDER BY retrieved_at LIMIT $3)
      ) AS near`,
    values: [searches.map(({ id }) => id), searches.map(({ at }) => at), limit],
  })
  for (const [place, at, bits] of rows) {
    const { before, after } = near[place - 1] as Near
    if (at < (searches[place - 1] as Search).at) before.push({ at, bits })
    else after.push({ at, bits })
  }
  for (const { before, after } of near) {
    before.sort((a, b) => b.at - a.at)
    after.sort((a, b) => a.at - b.at)
  }
  return near
}

async function readInstants(
  client: pg.ClientBase,
  late: readonly LateSightings[],
  windows: readonly { from: number; to: number; instants: Instant[] }[],
): Promise<void> {
  const { rows } = await client.query<[number, number, number]>({
    rowMode: 'array',
    text: `
      SELECT place, ${ms('retrieved_at')}, fields
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS part (id, first, last, place)
      JOIN observation ON record_id = id AND retrieved_at BETWEEN ${time('first')} AND ${time('last')}`,
    values: [
      late.map(({ stored }) => stored.id),
      windows.map(({ from }) => from),
      windows.map(({ to }) => to),
    ],
  })
  for (const [place, at, bits] of rows) windows[place - 1]?.instants.push({ at, bits })
}

async function readChanges(
  client: pg.ClientBase,
  late: readonly LateSightings[],
  windows: readonly { from: number; to: number; changes: Window['changes'][number][] }[],
): Promise<void> {
  // Of a field whose latest period began before the window nothing else lies in it.
  const questions = late.flatMap(({ stored: { id, timeline } }, place) => {
    const { from, to } = windows[place] as Bounds
    return [...timeline.latest].flatMap(([field, { start }]) =>
      start < from ? [] : [{ place, id, field, from, to }],
    )
  })
  if (questions.length === 0) return
  const { rows } = await client.query<[number, number, string | null]>({
    rowMode: 'array',
    text: `
      SELECT place, ${ms('part.start')}, part.value::text
      FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[])
        WITH ORDINALITY AS question (id, field, first, last, place),
      LATERAL (
        (SELECT start, value FROM change
         WHERE record_id = question.id AND field = question.field AND start < ${time('first')}
         ORDER BY start DESC LIMIT 1)
        UNION ALL
        (SELECT start, value FROM change
         WHERE record_id = question.id AND field = question.field
           AND start BETWEEN ${time('first')} AND ${time('last')})
      ) AS part`,
    values: [
      questions.map(({ id }) => id),
      questions.map(({ field }) => field),
      questions.map(({ from }) => from),
      questions.map(({ to }) => to),
    ],
  })
  for (const [index, start, text] of rows) {
    const { place, field } = questions[index - 1] as (typeof questions)[number]
    windows[place]?.changes.push({ field, start, text })
  }
}
