import type pg from 'pg'
import { time } from '../observations/store.ts'
import type { Sighting } from '../observations/timeline.ts'
import type { StoredRecord } from './store.ts'

interface Candidate {
  stored: StoredRecord
  sighting: Sighting
}

/**
 * The sightings that the archive holds already, whole and with the same values: they change nothing, which is told
 * without reading the records' histories, so that importing a file again costs little. A list is not looked into:
 * a sighting of one is never among these.
 */
export async function findKnown(
  client: pg.ClientBase,
  candidates: readonly Candidate[],
): Promise<Set<Sighting>> {
  const seen = await keepSeen(
    client,
    candidates.filter(({ sighting }) => !sighting.samples.has('links')),
  )
  const known = new Set(seen.map(({ sighting }) => sighting))
  const earlier: (Candidate & { field: string; text: string })[] = []
  for (const { stored, sighting } of seen) {
    for (const [field, text] of sighting.samples) {
      const latest = stored.timeline.latest.get(field)
      if (!latest || latest.start > sighting.at) earlier.push({ stored, sighting, field, text })
      else if (latest.text !== text) known.delete(sighting)
    }
  }
  const values = await readValues(client, earlier)
  earlier.forEach(({ sighting, text }, place) => {
    if (values[place] !== text) known.delete(sighting)
  })
  return known
}

/** Those whose record was looked at in that instant, for these fields at least. */
async function keepSeen(client: pg.ClientBase, candidates: readonly Candidate[]): Promise<Candidate[]> {
  if (candidates.length === 0) return []
  const { rows } = await client.query<[number]>({
    rowMode: 'array',
    text: `
      SELECT place FROM unnest($1::bigint[], $2::bigint[], $3::int[]) WITH ORDINALITY AS look (record_id, at, fields, place)
      JOIN observation ON observation.record_id = look.record_id AND retrieved_at = ${time('at')}
      WHERE observation.fields & look.fields = look.fields`,
    values: [
      candidates.map(({ stored }) => stored.id),
      candidates.map(({ sighting }) => sighting.at),
      candidates.map(({ sighting }) => sighting.bits),
    ],
  })
  return rows.map(([place]) => candidates[place - 1] as Candidate)
}

/** What fields read in periods before their latest, as canonical JSON, each at the place of its question. */
async function readValues(
  client: pg.ClientBase,
  questions: readonly (Candidate & { field: string })[],
): Promise<(string | undefined)[]> {
  const values: (string | undefined)[] = new Array(questions.length)
  if (questions.length === 0) return values
  const { rows } = await client.query<[number, string]>({
    rowMode: 'array',
    text: `
      SELECT place, period.value
      FROM unnest($1::bigint[], $2::text[], $3::bigint[]) WITH ORDINALITY AS question (id, field, at, place),
        LATERAL (
          SELECT value::text FROM change
          WHERE record_id = question.id AND field = question.field AND start <= ${time('question.at')}
          ORDER BY start DESC LIMIT 1
        ) AS period`,
    values: [
      questions.map(({ stored }) => stored.id),
      questions.map(({ field }) => field),
      questions.map(({ sighting }) => sighting.at),
    ],
  })
  for (const [place, text] of rows) values[place - 1] = text
  return values
}
