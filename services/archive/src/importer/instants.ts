import { ms, time } from '../observations/store.ts'
import type { Instant, Sighting } from '../observations/timeline.ts'
import type { LateRecord } from './late.ts'
import type { Room } from './room.ts'
import type { ImportSession } from './session.ts'

/** How many characters a row of an instant counts for without its changes, about what it takes in memory. */
const ROW = 64

interface Reader {
  see(instant: Instant): void
}

/**
 * Tells the reader of each record what is kept of it from the first late sighting until its end, in order. None sees
 * all of it where the room did not suffice.
 */
export async function readInstants(
  session: ImportSession,
  late: readonly LateRecord[],
  ends: readonly number[],
  room: Room,
  readers: readonly Reader[],
): Promise<void> {
  if (late.length === 0 || room.isExceeded) return
  const query = {
    text: `
      SELECT place, ${ms('retrieved_at')}, fields, changes::text
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS part (id, first, last, place),
      LATERAL (
        SELECT retrieved_at, fields, changes FROM observation
        WHERE record_id = id AND retrieved_at BETWEEN ${time('first')} AND ${time('last')}
        ORDER BY retrieved_at
      ) AS instant`,
    values: [
      late.map(({ record }) => record.id),
      late.map(({ sightings }) => (sightings[0] as Sighting).at),
      ends,
    ],
  }
  await session.eachRow<[number, number, number, string | null]>(query, ([place, at, bits, changes]) => {
    if (room.take(ROW + (changes?.length ?? 0))) readers[place - 1]?.see({ at, bits, changes })
  })
}
