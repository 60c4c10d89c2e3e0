import type { Latest } from '../observations/sighting.ts'
import { ms, time } from '../observations/sql-time.ts'
import { fieldOfSample } from '../observations/timeline.ts'
import { bitOf } from '../observations/types.ts'
import type { LateRecord } from './late-record.ts'
import type { ImportSession } from './session.ts'

/** The fields of a record that are not found yet, after one of its instants. */
interface Search {
  place: number
  id: number
  at: number
  bits: number
}

/** When each field of a record that was seen late has been seen again, and the last late sighting is behind too. */
export async function findEnds(session: ImportSession, late: readonly LateRecord[]): Promise<number[]> {
  const ends = late.map(({ sightings }) => sightings.at(-1)!.at)
  let searches = late.flatMap(searchesOf)
  while (searches.length > 0) {
    const found: Search[] = []
    for (const [index, at, bits] of await findNext(session, searches)) {
      const search = searches[index - 1]!
      ends[search.place] = Math.max(ends[search.place]!, at)
      const missing = search.bits & ~bits
      if (missing !== 0) found.push({ ...search, at, bits: missing })
    }
    searches = found
  }
  return ends
}

/** A field is sought after the last late sighting of it: what lies between the others is read in any case. */
function searchesOf({ record: { id, key }, timeline, sightings }: LateRecord, place: number): Search[] {
  const bitsOf = (fields: readonly Latest[]) =>
    fields.reduce((bits, { name }) => bits | bitOf(key.type, name), 0)
  const known = timeline.latest.filter(({ name }) => fieldOfSample(name) === name)
  const searches: Search[] = []
  let met = 0
  for (const { at, bits } of sightings.toReversed()) {
    // A field's latest period has its last sighting.
    const missing = bits & ~met
    const sought = missing && missing & bitsOf(known.filter(({ retrieved }) => retrieved > at))
    if (sought !== 0) searches.push({ place, id, at, bits: sought })
    met |= bits
  }
  return searches
}

/** The next instant that saw one of the fields, and all that it saw. */
async function findNext(
  session: ImportSession,
  searches: readonly Search[],
): Promise<[index: number, at: number, bits: number][]> {
  const { rows } = await session.query<[number, number, number]>({
    rowMode: 'array',
    text: `
      SELECT index, ${ms('next.retrieved_at')}, next.fields
      FROM unnest($1::bigint[], $2::bigint[], $3::int[]) WITH ORDINALITY AS search (id, at, bits, index), LATERAL (
        SELECT retrieved_at, fields FROM observation
        WHERE record_id = search.id AND retrieved_at > ${time('search.at')} AND fields & search.bits <> 0
        ORDER BY retrieved_at LIMIT 1
      ) AS next`,
    values: [searches.map(({ id }) => id), searches.map(({ at }) => at), searches.map(({ bits }) => bits)],
  })
  return rows
}
