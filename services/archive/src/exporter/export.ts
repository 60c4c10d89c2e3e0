import type pg from 'pg'
import type { Sighting } from '../observations/sighting.ts'
import { linksOf, SightingReader } from '../observations/sightings.ts'
import { ms } from '../observations/sql-time.ts'
import { fieldsIn, type RecordKey, type RecordType, scopeOf } from '../observations/types.ts'

type InstantRow = [
  id: number,
  type: RecordType,
  scope: string,
  subject: string,
  at: number,
  bits: number,
  changes: string | null,
]

/** How many instants are in memory at once: each may have 16 MiB. */
const ROWS = 16

/** Records in the order of their index, and each one's instants in the order of theirs: no sorting. */
const BEGIN = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL enable_sort = off;
  SET LOCAL enable_seqscan = off;
  SET LOCAL enable_bitmapscan = off;
  SET LOCAL jit = off;
  DECLARE instants NO SCROLL CURSOR FOR
    SELECT id, type, scope, subject, at, bits, changes FROM record, LATERAL (
      SELECT ${ms('retrieved_at')} AS at, fields AS bits, changes::text FROM observation
      WHERE record_id = record.id ORDER BY observation.retrieved_at
    ) AS instant
    ORDER BY type, scope, subject`

/**
 * The archive at this moment, as the observations that reproduce it: record by record, each in order of time. Imported
 * into an empty archive, they make an equal one.
 */
export async function* exportLines(client: pg.ClientBase): AsyncGenerator<string> {
  await client.query(BEGIN)
  try {
    let last: number | undefined
    let reader: SightingReader | undefined
    for (;;) {
      const { rows } = await client.query<InstantRow>({
        text: `FETCH ${ROWS} FROM instants`,
        rowMode: 'array',
      })
      for (const [id, type, scope, subject, at, bits, changes] of rows) {
        if (!reader || id !== last) reader = new SightingReader(type)
        last = id
        yield lineOf({ type, scope, subject }, reader.sightingOf({ at, bits, changes }))
      }
      if (rows.length < ROWS) return
    }
  } finally {
    await client.query('ROLLBACK')
  }
}

function lineOf({ type, scope, subject }: RecordKey, { at, bits, names, texts }: Sighting): string {
  const members = [`"type":"${type}"`]
  const kind = scopeOf[type]
  if (kind === 'game_a' || kind === 'game_b') members.push(`"server":${JSON.stringify(scope)}`)
  members.push(`"id":"${subject}"`)
  if (kind === 'site') members.push(`"site_id":${scope}`)
  members.push(`"retrieved_at":"${new Date(at).toISOString()}"`)
  const samples = new Map(names.map((name, place) => [name, texts[place]!]))
  for (const field of fieldsIn(type, bits)) {
    members.push(`"${field}":${field === 'links' ? linksOf(samples) : samples.get(field)}`)
  }
  return `{${members.join()}}`
}
