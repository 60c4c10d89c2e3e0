import type pg from 'pg'
import type { Window } from '../observations/insertion.ts'
import { ms, time } from '../observations/store.ts'
import { fieldOfSample, type Instant, type Latest, type Sighting } from '../observations/timeline.ts'
import { bitOf, fieldsIn } from '../observations/types.ts'
import type { LateSightings } from './late.ts'

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
export async function findBounds(client: pg.ClientBase, late: readonly LateSightings[]): Promise<Bounds[]> {
  const bounds = late.map(({ sightings }) => ({
    from: (sightings[0] as Sighting).at,
    to: (sightings.at(-1) as Sighting).at,
  }))
  let searches = late.flatMap(({ record: { id, key }, timeline, sightings }, place) =>
    sightings.map(({ at, bits }): Search => {
      const bitsOf = (fields: Latest[]) => fields.reduce((sum, { name }) => sum | bitOf(key.type, name), 0)
      const seen = fieldsIn(key.type, bits).flatMap(
        (field) => timeline.latest.find(({ name }) => name === field) ?? [],
      )
      return {
        place,
        id,
        at,
        earlier: bitsOf(seen),
        // A field's latest period has its last sighting.
        later: bitsOf(seen.filter(({ retrieved }) => retrieved > at)),
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

type Look = Pick<Instant, 'at' | 'bits'>

interface Near {
  /** The nearest first. */
  before: Look[]
  after: Look[]
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

/** What is kept of each record within its bounds. */
export async function readWindows(
  client: pg.ClientBase,
  late: readonly LateSightings[],
  bounds: readonly Bounds[],
): Promise<Window[]> {
  if (late.length === 0) return []
  const instants = await readInstants(client, late, bounds)
  const before = await readBefore(client, late, bounds)
  return bounds.map((bound, place) => ({
    ...bound,
    instants: instants[place] as Instant[],
    before: before[place] as Before,
  }))
}

async function readInstants(
  client: pg.ClientBase,
  late: readonly LateSightings[],
  bounds: readonly Bounds[],
): Promise<Instant[][]> {
  const { rows } = await client.query<[number, number, number, string | null]>({
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

async function readBefore(
  client: pg.ClientBase,
  late: readonly LateSightings[],
  bounds: readonly Bounds[],
): Promise<Before[]> {
  const before = late.map((): Before => new Map())
  // Of a field whose latest period began before the bounds that period tells.
  const questions = late.flatMap(({ record: { id, key }, timeline }, place) => {
    const { from } = bounds[place] as Bounds
    if (from <= timeline.archivedAt) return []
    return timeline.latest.flatMap(({ name, start }) =>
      start < from ? [] : [{ place, id, field: name, bit: bitOf(key.type, fieldOfSample(name)), from }],
    )
  })
  if (questions.length === 0) return before
  const { rows } = await client.query<[number, number, string]>({
    rowMode: 'array',
    text: `
      SELECT place, ${ms('change.start')}, change.value::text
      FROM unnest($1::bigint[], $2::text[], $3::int[], $4::bigint[])
        WITH ORDINALITY AS question (id, field, bit, first, place),
      LATERAL (
        SELECT retrieved_at AS start, changes -> question.field AS value FROM observation
        WHERE record_id = question.id AND retrieved_at < ${time('first')}
          AND fields & question.bit <> 0 AND changes -> question.field IS NOT NULL
        ORDER BY retrieved_at DESC LIMIT 1
      ) AS change`,
    values: [
      questions.map(({ id }) => id),
      questions.map(({ field }) => field),
      questions.map(({ bit }) => bit),
      questions.map(({ from }) => from),
    ],
  })
  for (const [index, start, text] of rows) {
    const { place, field } = questions[index - 1] as (typeof questions)[number]
    before[place]?.set(field, { start, text: text === 'null' ? null : text })
  }
  return before
}
