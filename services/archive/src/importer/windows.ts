import type { Window } from '../observations/insertion.ts'
import { ms, time } from '../observations/store.ts'
import { decodeChanges } from '../observations/stored-json.ts'
import { fieldOfSample, type Instant, type Latest, type Sighting } from '../observations/timeline.ts'
import { bitOf, type RecordType } from '../observations/types.ts'
import type { LateSightings } from './late.ts'
import type { ImportSession } from './session.ts'

/** From when to when a record is to be read, both included. */
export interface Bounds {
  from: number
  to: number
}

/** How many instants around a late one are looked at first, and how many times more where they do not suffice. */
const NEAR = 4
const FURTHER = 16

/** One late sighting, and the fields of it whose neighbours are not found yet. */
interface Search {
  place: number
  id: number
  at: number
  earlier: number
  later: number
}

/** From where to where each record is to be read: to the nearest sightings of each field that was seen late. */
export async function findBounds(session: ImportSession, late: readonly LateSightings[]): Promise<Bounds[]> {
  const bounds = late.map(({ sightings }) => ({
    from: (sightings[0] as Sighting).at,
    to: (sightings.at(-1) as Sighting).at,
  }))
  let searches = late.flatMap(searchesOf)
  for (let limit = NEAR; searches.length > 0; limit *= FURTHER) {
    const near = await readNear(session, searches, limit)
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

/** What lies between the late sightings of a record is read in any case: each field is sought before and after those. */
function searchesOf({ record: { id, key }, timeline, sightings }: LateSightings, place: number): Search[] {
  const bitsOf = (fields: readonly Latest[]) =>
    fields.reduce((bits, { name }) => bits | bitOf(key.type, name), 0)
  const known = timeline.latest.filter(({ name }) => fieldOfSample(name) === name)
  const searches = sightings.map(
    ({ at, bits }): Search => ({
      place,
      id,
      at,
      earlier: bits & bitsOf(known),
      // A field's latest period has its last sighting.
      later: bits & bitsOf(known.filter(({ retrieved }) => retrieved > at)),
    }),
  )
  let met = 0
  for (const search of searches) {
    const { earlier } = search
    search.earlier &= ~met
    met |= earlier
  }
  met = 0
  for (const search of searches.toReversed()) {
    const { later } = search
    search.later &= ~met
    met |= later
  }
  return searches.filter(({ earlier, later }) => earlier !== 0 || later !== 0)
}

type Look = Pick<Instant, 'at' | 'bits'>

interface Near {
  /** The nearest first. */
  before: Look[]
  after: Look[]
}

async function readNear(session: ImportSession, searches: readonly Search[], limit: number): Promise<Near[]> {
  const near = searches.map((): Near => ({ before: [], after: [] }))
  const { rows } = await session.query<[number, number, number]>({
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

/** What is kept of each record within its bounds. */
export async function readWindows(
  session: ImportSession,
  late: readonly LateSightings[],
  bounds: readonly Bounds[],
): Promise<Window[]> {
  if (late.length === 0) return []
  const instants = await readInstants(session, late, bounds)
  const before = await readBefore(session, late, bounds)
  return bounds.map((bound, place) => ({
    ...bound,
    instants: instants[place] as Instant[],
    before: before[place] as Before,
  }))
}

async function readInstants(
  session: ImportSession,
  late: readonly LateSightings[],
  bounds: readonly Bounds[],
): Promise<Instant[][]> {
  const { rows } = await session.query<[number, number, number, string | null]>({
    rowMode: 'array',
    text: `
      SELECT place, ${ms('retrieved_at')}, fields, changes::text
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS part (id, first, last, place)
      JOIN observation ON record_id = id AND retrieved_at BETWEEN ${time('first')} AND ${time('last')}`,
    values: [late.map(({ record }) => record.id), bounds.map(({ from }) => from), bounds.map(({ to }) => to)],
  })
  const instants = late.map((): Instant[] => [])
  for (const [place, at, bits, changes] of rows) instants[place - 1]?.push({ at, bits, changes })
  for (const own of instants) own.sort((a, b) => a.at - b.at)
  return instants
}

type Before = Map<string, { start: number; text: string | null }>

/** One record, and the fields of it whose last change before an instant is not found yet. */
interface Lookback {
  place: number
  id: number
  names: Set<string>
  bits: number
  before: number
}

async function readBefore(
  session: ImportSession,
  late: readonly LateSightings[],
  bounds: readonly Bounds[],
): Promise<Before[]> {
  const found = late.map((): Before => new Map())
  const bitsOf = (type: RecordType, names: Iterable<string>) =>
    [...names].reduce((bits, name) => bits | bitOf(type, fieldOfSample(name)), 0)
  let lookbacks = late.flatMap(({ record: { id, key }, timeline }, place): Lookback[] => {
    const { from } = bounds[place] as Bounds
    if (from <= timeline.archivedAt) return []
    // Of a field whose latest period began before the bounds that period tells.
    const names = new Set(timeline.latest.flatMap(({ name, start }) => (start < from ? [] : [name])))
    return names.size > 0 ? [{ place, id, names, bits: bitsOf(key.type, names), before: from }] : []
  })
  for (let limit = NEAR; lookbacks.length > 0; limit = NEAR * FURTHER) {
    const counts = await readChanges(session, lookbacks, limit, (lookback, at, changes) => {
      for (const [name, text] of decodeChanges(changes)) {
        if (lookback.names.delete(name)) found[lookback.place]?.set(name, { start: at, text })
      }
      lookback.before = at
    })
    lookbacks = lookbacks.filter(({ names }, index) => names.size > 0 && counts[index] === limit)
    for (const lookback of lookbacks)
      lookback.bits = bitsOf((late[lookback.place] as LateSightings).record.key.type, lookback.names)
  }
  return found
}

/** Tells the last instants before each that changed something, the latest one first; answers how many of each. */
async function readChanges(
  session: ImportSession,
  lookbacks: readonly Lookback[],
  limit: number,
  tell: (lookback: Lookback, at: number, changes: string) => void,
): Promise<number[]> {
  const counts = lookbacks.map(() => 0)
  const { rows } = await session.query<[number, number, string]>({
    rowMode: 'array',
    text: `
      SELECT place, ${ms('change.retrieved_at')}, change.changes::text
      FROM unnest($1::bigint[], $2::int[], $3::bigint[]) WITH ORDINALITY AS lookback (id, bits, before, place),
      LATERAL (
        SELECT retrieved_at, changes FROM observation
        WHERE record_id = lookback.id AND retrieved_at < ${time('lookback.before')}
          AND fields & lookback.bits <> 0 AND changes IS NOT NULL
        ORDER BY retrieved_at DESC LIMIT $4
      ) AS change
      ORDER BY place, change.retrieved_at DESC`,
    values: [
      lookbacks.map(({ id }) => id),
      lookbacks.map(({ bits }) => bits),
      lookbacks.map(({ before }) => before),
      limit,
    ],
  })
  for (const [place, at, changes] of rows) {
    tell(lookbacks[place - 1] as Lookback, at, changes)
    counts[place - 1] = (counts[place - 1] as number) + 1
  }
  return counts
}
