import type pg from 'pg'
import { sightingsOf } from '../observations/sightings.ts'
import { readHistories } from '../observations/store.ts'
import type { Sighting } from '../observations/timeline.ts'
import { bitOf, fieldsIn, type RecordKey, scopeOf } from '../observations/types.ts'

interface Row extends RecordKey {
  id: number
}

/** How many records with all their histories are in memory at the same time. */
const RECORDS = 500

const NEXT_RECORDS = `
  SELECT id, type, scope, subject FROM record
  WHERE (type, scope, subject) > ($1, $2, $3) ORDER BY type, scope, subject LIMIT ${RECORDS}`

/**
 * The archive as it is at this moment, as the observations that lead to it: record by record, each in order of time.
 * Imported into an empty archive they make an equal one.
 */
export async function* exportLines(client: pg.ClientBase): AsyncGenerator<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    let last: RecordKey | undefined
    for (;;) {
      const values = last ? [last.type, last.scope, last.subject] : ['', '', '']
      const { rows } = await client.query<Row>(NEXT_RECORDS, values)
      const histories = await readHistories(
        client,
        rows.map(({ id }) => id),
      )
      for (const row of rows) {
        const bit = (field: string) => bitOf(row.type, field)
        for (const sighting of sightingsOf(histories.get(row.id) ?? [], new Map(), bit))
          yield lineOf(row, sighting)
      }
      if (rows.length < RECORDS) return
      last = rows.at(-1)
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
  const samples = new Map(names.map((name, place) => [name, texts[place] as string]))
  for (const field of fieldsIn(type, bits)) {
    members.push(`"${field}":${field === 'links' ? linksOf(samples) : samples.get(field)}`)
  }
  return `{${members.join()}}`
}

const USER = /^links\.(\d+)\.user$/

function linksOf(samples: ReadonlyMap<string, string>): string {
  const links = [...samples].flatMap(([name, user]) => {
    const site = USER.exec(name)?.[1]
    return site ? [`{"site":{"id":${site},"host":${samples.get(`links.${site}.host`)}},"user":${user}}`] : []
  })
  return `[${links.join()}]`
}
