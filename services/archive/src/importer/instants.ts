import type { Instant, Sighting, Timeline } from '../observations/sighting.ts'
import { ms, time } from '../observations/sql-time.ts'
import { bitOf, isEntry } from '../observations/types.ts'
import type { ArchivedRecord } from './archived-record.ts'
import type { ImportSession } from './session.ts'

/** Late sightings of a record, in order, and what is known of that. */
export interface LateRecord {
  record: ArchivedRecord
  sightings: readonly Sighting[]
  timeline: Timeline
}

/** Is told the instants of one record. */
export interface InstantSink {
  see(instant: Instant): void
  end(): void
}

/** The last late sighting, or, where one of these fields was seen again after it, when all of them have been. */
const END = `
  SELECT coalesce(max(next.retrieved_at), ${time('last')})
  FROM generate_series(0, 30) AS bit, LATERAL (
    SELECT retrieved_at FROM observation
    WHERE record_id = id AND retrieved_at > ${time('last')} AND fields & (1 << bit) <> 0
    ORDER BY retrieved_at LIMIT 1
  ) AS next
  WHERE bits & (1 << bit) <> 0`

const INSTANTS = `
  SELECT index, ${ms('retrieved_at')}, fields, changes::text
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[]) WITH ORDINALITY AS part (id, first, last, bits, index),
  LATERAL (
    SELECT retrieved_at, fields, changes FROM observation
    WHERE record_id = id AND retrieved_at BETWEEN ${time('first')} AND (${END})
    ORDER BY retrieved_at
  ) AS instant`

/**
 * Reads what is kept of each record from its first late sighting until its last one, in order, or, of those whose fields
 * are sought, until each field that they saw has been seen again. One sink after the other is opened, so that what one
 * holds is in memory only until the next record.
 */
export async function readInstants(
  session: ImportSession,
  late: readonly LateRecord[],
  until: 'last' | 'seen again',
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
  const values = [
    late.map(({ record }) => record.id),
    late.map(({ sightings }) => sightings[0]!.at),
    late.map(lastOf),
    late.map((one) => (until === 'last' ? 0 : fieldsSeenLater(one))),
  ]
  const query = { text: INSTANTS, values }
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

const lastOf = ({ sightings }: LateRecord) => sightings.at(-1)!.at

/** The bits of the fields that late sightings saw, and that were seen after all of them: their latest period tells. */
function fieldsSeenLater(late: LateRecord): number {
  const { record, timeline, sightings } = late
  const seen = sightings.reduce((bits, sighting) => bits | sighting.bits, 0)
  const later = timeline.latest
    .filter(({ name, retrieved }) => !isEntry(name) && retrieved > lastOf(late))
    .reduce((bits, { name }) => bits | bitOf(record.key.type, name), 0)
  return seen & later
}
