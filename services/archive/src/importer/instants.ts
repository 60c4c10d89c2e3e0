import type { Instant } from '../observations/sighting.ts'
import { ms, time } from '../observations/sql-time.ts'
import type { LateRecord } from './late-record.ts'
import type { ImportSession } from './session.ts'

/** Is told the instants of one record. */
export interface InstantSink {
  see(instant: Instant): void
  end(): void
}

/**
 * Reads what is kept of each record from its first late sighting until its end, in order. One sink after the other is
 * opened, so that what one holds is in memory only until the next record.
 */
export async function readInstants(
  session: ImportSession,
  late: readonly LateRecord[],
  ends: readonly number[],
  open: (late: LateRecord) => InstantSink,
): Promise<void> {
  const [first] = late
  if (!first) return
  let place = 0
  let sink = open(first)
  let last = Number.NEGATIVE_INFINITY
  const next = () => {
    sink.end()
    sink = open(late[++place]!)
    last = Number.NEGATIVE_INFINITY
  }
  const query = {
    text: `
      SELECT index, ${ms('retrieved_at')}, fields, changes::text
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS part (id, first, last, index),
      LATERAL (
        SELECT retrieved_at, fields, changes FROM observation
        WHERE record_id = id AND retrieved_at BETWEEN ${time('first')} AND ${time('last')}
        ORDER BY retrieved_at
      ) AS instant`,
    values: [late.map(({ record }) => record.id), late.map(({ sightings }) => sightings[0]!.at), ends],
  }
  await session.eachRow<[number, number, number, string | null]>(query, ([index, at, bits, changes]) => {
    while (place < index - 1) next()
    // Each record's instants are in order; that one record comes after the other is how Postgres goes about it.
    if (place > index - 1 || at <= last) throw new Error('instants were read out of order')
    last = at
    sink.see({ at, bits, changes })
  })
  while (place < late.length - 1) next()
  sink.end()
}
