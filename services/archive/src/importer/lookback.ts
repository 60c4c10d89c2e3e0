import type { Before } from '../observations/insertion.ts'
import { ms, time } from '../observations/sql-time.ts'
import { eachChange } from '../observations/stored-json.ts'
import { fieldOfSample } from '../observations/timeline.ts'
import { bitOf, type RecordType } from '../observations/types.ts'
import type { ArchivedRecord } from './archived-record.ts'
import type { LateRecord } from './instants.ts'
import type { Room } from './room.ts'
import type { ImportSession } from './session.ts'

/** One record, and the fields of it whose last change before an instant is not found yet. */
interface Lookback {
  place: number
  type: RecordType
  id: number
  names: Set<string>
  before: number
  /** How many changes were looked at the last time. */
  count: number
}

/** How many changes of each record are looked at first, and then each time. */
const NEAR = 4
const FAR = 64

/**
 * What the fields of each record read before the first late sighting, and since when, of those whose latest period
 * begins then or later. Incomplete where the room did not suffice.
 */
export async function lookBack(
  session: ImportSession,
  late: readonly LateRecord[],
  room: Room,
): Promise<Map<ArchivedRecord, Before>> {
  const found = late.map(() => new Map<string, { start: number; text: string | null }>())
  let lookbacks = late.flatMap(lookbackOf)
  for (let limit = NEAR; lookbacks.length > 0 && !room.isExceeded; limit = FAR) {
    await readChanges(session, lookbacks, limit, (lookback, at, changes) => {
      if (at >= lookback.before) throw new Error('changes were read out of order')
      lookback.before = at
      lookback.count++
      const missing = lookback.names.size
      eachChange(changes, (name, text) => {
        if (lookback.names.delete(name) && !room.isExceeded)
          found[lookback.place]?.set(name, { start: at, text })
      })
      // What was found may keep all of them in memory.
      if (lookback.names.size < missing) room.take(changes.length)
    })
    lookbacks = lookbacks
      .filter(({ names, count }) => names.size > 0 && count === limit)
      .map((lookback) => ({ ...lookback, count: 0 }))
  }
  return new Map(late.map(({ record }, place) => [record, found[place]!]))
}

function lookbackOf({ record: { id, key }, timeline, sightings }: LateRecord, place: number): Lookback[] {
  const { at } = sightings[0]!
  if (at <= timeline.archivedAt) return []
  // Of a field whose latest period began before that, the period tells.
  const names = new Set<string>()
  for (const { name, start } of timeline.latest) if (start >= at) names.add(name)
  return names.size > 0 ? [{ place, type: key.type, id, names, before: at, count: 0 }] : []
}

/** Tells the last instants before each that changed something. */
function readChanges(
  session: ImportSession,
  lookbacks: readonly Lookback[],
  limit: number,
  tell: (lookback: Lookback, at: number, changes: string) => void,
): Promise<void> {
  const bitsOf = ({ type, names }: Lookback) =>
    [...names].reduce((bits, name) => bits | bitOf(type, fieldOfSample(name)), 0)
  const query = {
    text: `
      SELECT index, ${ms('change.retrieved_at')}, change.changes::text
      FROM unnest($1::bigint[], $2::int[], $3::bigint[]) WITH ORDINALITY AS lookback (id, bits, before, index),
      LATERAL (
        SELECT retrieved_at, changes FROM observation
        WHERE record_id = lookback.id AND retrieved_at < ${time('lookback.before')}
          AND fields & lookback.bits <> 0 AND changes IS NOT NULL
        ORDER BY retrieved_at DESC LIMIT $4
      ) AS change`,
    values: [
      lookbacks.map(({ id }) => id),
      lookbacks.map(bitsOf),
      lookbacks.map(({ before }) => before),
      limit,
    ],
  }
  return session.eachRow<[number, number, string]>(query, ([index, at, changes]) =>
    tell(lookbacks[index - 1]!, at, changes),
  )
}
